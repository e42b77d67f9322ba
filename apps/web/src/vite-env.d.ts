/// <reference types="vite/client" />

/** A catalog, compiled by Lingui's plugin. */
declare module '*.po' {
  import type { Messages } from '@lingui/core'
  export const messages: Messages
}

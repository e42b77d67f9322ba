import { expect as impatient } from '@playwright/test'
import config from './playwright.config.ts'

/** Playwright's `expect` with the patience of the tests, which it has not by itself outside their runner. */
export const expect = impatient.configure({ timeout: config.expect!.timeout! })

// Loaded into each thread of a program that is going to be killed: Node writes its cache of compiled code at an orderly end
// only, unless it is asked to.
import { flushCompileCache } from 'node:module'

/** By then the program has loaded its code. */
const LOADED_MS = 3000

setTimeout(flushCompileCache, LOADED_MS).unref()

import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { MasterKey, newMasterKey } from '../secrets/master-key.ts'
import { Secret } from '../secret.ts'

/** Puts a new key before the one in the file. With two keys in it already nothing changes. Returns whether it did. */
export function beginRotation(path: string): boolean {
  const known = readKey(path)
  if (new MasterKey(known).ids.length > 1) return false
  replace(path, `${newMasterKey().reveal()}\n${known.reveal()}`)
  return true
}

/** Leaves the new key alone in the file. */
export function endRotation(path: string): void {
  replace(path, readKey(path).reveal().split('\n', 1)[0]!)
}

function readKey(path: string): Secret {
  return new Secret(readFileSync(path, 'utf8').trim())
}

/** All of the new text or all of the old one, whenever the machine stops. */
function replace(path: string, text: string): void {
  const temporary = `${path}.new`
  const file = openSync(temporary, 'w', 0o600)
  try {
    writeSync(file, text)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(temporary, path)
  const folder = openSync(dirname(path), 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

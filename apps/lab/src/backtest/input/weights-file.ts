import { readFileSync } from 'node:fs'
import { readArtefact, type WeightsArtefact } from '@strikewise/signals/learning/weights-artefact.ts'

/** Reads learned weights as the server stores them. Throws RangeError with the file's name and what is wrong. */
export function readWeights(file: string): WeightsArtefact {
  try {
    return readArtefact(readFileSync(file, 'utf8').trimEnd())
  } catch (error) {
    throw new RangeError(`--weights ${file}: ${(error as Error).message}`, { cause: error })
  }
}

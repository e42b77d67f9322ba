import { blocksOf } from '../../../../scripts/benchmarks/document.ts'

/**
 * The median of one figure of a bench, as the document of figures has it. Throws when the bench is not in the document, or has
 * no such figure: run that bench first.
 */
export function recordedFigure(document: string, bench: string, figure: string): number {
  const block = blocksOf(document).get(`bench/${bench}`)
  const row = block?.split('\n').find((line) => line.startsWith(`| ${figure} |`))
  const median = row?.split('|')[2]?.trim().split(' ')[0]?.replaceAll(',', '')
  const value = Number(median)
  if (median === undefined || !Number.isFinite(value))
    throw new Error(`no figure '${figure}' of '${bench}' is recorded: run npm run bench -- ${bench}`)
  return value
}

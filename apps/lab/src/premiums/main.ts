// `npm run premiums`: model against recorded option premiums over all recorded days, and the parameters of the model.
import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { runCommand } from '../run-command.ts'
import { comparePremiums, premiumParameters, readPremiumDays, realisedParameters } from './compare-premiums.ts'
import { hasLevel, readChains, readMovements } from './read-records.ts'
import { cellLines, dayMedians, verdictOf } from './premium-table.ts'

const RECORDS = path.join(import.meta.dirname, '../../../../../shared/data')
const PARAMETERS = path.join(import.meta.dirname, '../backtest/premiums/premium-parameters.json')
const USAGE = `npm run premiums -- [options]

  --records <folder>  where bars and chain are (../shared/data)
  --write             write the parameters fitted on all days to ${path.relative(process.cwd(), PARAMETERS)}

Ends with 1 when the median of the days' medians lies outside 0.95-1.05 at the money or 0.85-1.15 at 0.5-1.5 % out.`

process.exitCode = await runCommand({ usage: USAGE, readOptions, run })

interface Options {
  readonly records: string
  readonly write: boolean
}

function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: { records: { type: 'string', default: RECORDS }, write: { type: 'boolean', default: false } },
  })
  if (!existsSync(values.records)) throw new RangeError(`--records: there is no folder ${values.records}`)
  return values
}

async function run({ records, write }: Options): Promise<number> {
  const movements = await readMovements(path.join(records, 'bars'))
  const realised = realisedParameters(movements)
  const days = await readPremiumDays(records, realised)
  console.log('NIFTY, model ÷ record, nearest expiry, 09:18 to 15:05; each day with parameters fitted on the others')
  const results = {
    'bars and India VIX': comparePremiums(days, realised, true),
    'bars alone': comparePremiums(days, realised, false),
  }
  const rows = Object.values(results).map(dayMedians)
  console.log(
    `${'day'.padEnd(12)}${Object.keys(results)
      .map((name) => name.padStart(24))
      .join('')}`,
  )
  for (const [i, { day }] of rows[0]!.entries())
    console.log(`${day.padEnd(12)}${rows.map((of) => ratioText(of[i]!)).join('')}`)
  const verdicts = Object.values(results).map(verdictOf)
  console.log(`${'median'.padEnd(12)}${verdicts.map(ratioText).join('')}\n`)
  for (const [name, ratios] of Object.entries(results))
    console.log(`By ${name}: median of the days, its bias\n${cellLines(ratios).join('\n')}\n`)
  for await (const { day } of readChains(path.join(records, 'chain'), 'NIFTY')) {
    if (!days.some((one) => one.day === day))
      console.log(`NIFTY ${day}: no snapshot between 09:18 and 15:05, not judged.`)
  }
  const bank = { days: 0, known: 0 }
  for await (const { day } of readChains(path.join(records, 'chain'), 'BANKNIFTY')) {
    bank.days += 1
    if (hasLevel(movements.BANKNIFTY, day)) bank.known += 1
  }
  console.log(
    `BANKNIFTY: ${bank.known} of ${bank.days} recorded days have 20 sessions of bars before them; those without are not judged.`,
  )
  for (const [i, name] of Object.keys(results).entries())
    console.log(
      `figure: model ÷ record, ${name}, ${days.length} days | ${verdicts[i]!.atm.toFixed(2)} at the money, ${verdicts[i]!.out.toFixed(2)} at 0.5-1.5 % out`,
    )
  if (write) {
    const parameters = premiumParameters(days, realised, new Date().toISOString().slice(0, 10))
    writeFileSync(PARAMETERS, `${JSON.stringify(parameters, null, 2)}\n`)
    console.log(`Parameters of ${days.length} days written to ${PARAMETERS}`)
  }
  return verdicts.every(({ isWithin }) => isWithin) ? 0 : 1
}

function ratioText({ atm, out }: { readonly atm: number; readonly out: number }): string {
  return `${atm.toFixed(2)} at, ${out.toFixed(2)} out`.padStart(24)
}

import { groupIndian, MINUS } from '@strikewise/domain/money/format.ts'
import { istText, type EpochMs, type IstDate, MINUTE_MS } from '@strikewise/domain/time/ist.ts'
import type { Language } from '@strikewise/domain/text/language.ts'

/*
 * Figures as texts show them, formatted without Intl: the same on every machine, whatever locale data its runtime carries. Digits are
 * Latin and grouped the Indian way, a minus is a true one (−), a percent sign follows without a space.
 */

interface Words {
  readonly months: readonly string[]
  readonly longDay: (year: string, month: number, day: string) => string
  readonly and: string
  readonly second: (n: string) => string
  readonly lakh: (n: string) => string
  readonly hours: (h: number, m: number) => string
  readonly clock12: (h: number, m: string) => string
}

const LONG_MONTHS = 'January February March April May June July August September October November December'.split(' ')
const HINDI_MONTHS = ['जनवरी', 'फ़रवरी', 'मार्च', 'अप्रैल', 'मई', 'जून', 'जुलाई', 'अगस्त', 'सितंबर', 'अक्टूबर', 'नवंबर', 'दिसंबर']

const WORDS: Readonly<Record<Language, Words>> = {
  en: {
    months: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
    longDay: (year, month, day) => `${LONG_MONTHS[month - 1]} ${day}, ${year}`,
    and: ' and ',
    second: (n) => `${n} s`,
    lakh: (n) => `${n} lakh`,
    hours: (h, m) => (h === 0 ? `${m} m` : `${h} h ${m} m`),
    clock12: (h, m) => `${h % 12 === 0 ? 12 : h % 12}:${m} ${h < 12 ? 'AM' : 'PM'}`,
  },
  hi: {
    months: HINDI_MONTHS,
    longDay: (year, month, day) => `${Number(day)} ${HINDI_MONTHS[month - 1]} ${year}`,
    and: ' और ',
    second: (n) => `${n} सेकंड`,
    lakh: (n) => `${n} लाख`,
    hours: (h, m) => (h === 0 ? `${m} मिनट` : `${h} ${h === 1 ? 'घंटा' : 'घंटे'} ${m} मिनट`),
    clock12: (h, m) => `${h < 12 ? 'सुबह' : h < 16 ? 'दोपहर' : 'शाम'} ${h % 12 === 0 ? 12 : h % 12}:${m} बजे`,
  },
}

type FigureUnit = keyof typeof FIGURES

/** How a number of each unit is shown. */
const FIGURES = {
  paise: (x) => rupees(x),
  wholePaise: (x) => (x % 100 === 0 ? rupees(x).slice(0, -3) : rupees(x)),
  result: (x) => (x > 0 ? `+${rupees(x)}` : rupees(x)),
  points: (x) => grouped(x.toFixed(2), x),
  strength: (x) => grouped(x.toFixed(2), x),
  strike: (x) => grouped(trimmed(x, 2), x),
  score: (x) => signed(x),
  decimal: (x) => grouped(trimmed(x, 3), x),
  tenths: (x) => grouped(x.toFixed(1), x),
  ratio: (x) => `${grouped(trimmed(100 * x, 2), x)}%`,
  lakh: (x, { lakh }) => lakh(signed(x / 100_000)),
  ms: (x, { second }) => second(trimmed(x / 1000, 1)),
  duration: (x, { hours }) => hours(Math.floor(x / (60 * MINUTE_MS)), Math.floor(x / MINUTE_MS) % 60),
  minuteOfDay: (x) => `${twoDigits(Math.floor(x / 60))}:${twoDigits(x % 60)}`,
  clock12: (x, { clock12 }) => clock12(Math.floor(x / 60), twoDigits(x % 60)),
  at: (x) => istText(x as EpochMs).slice(11, 16),
  atS: (x) => istText(x as EpochMs).slice(11, 19),
  atDay: (x, words) => `${day(istText(x as EpochMs).slice(0, 10), words)}, ${istText(x as EpochMs).slice(11, 16)}`,
} as const satisfies Record<string, (x: number, words: Words) => string>

export function isFigureUnit(unit: string): unit is FigureUnit {
  return Object.hasOwn(FIGURES, unit)
}

/** `x` as a text of the language shows it. Throws a RangeError for what is no finite number: it would be a wrong sentence. */
export function figureText(unit: FigureUnit, x: number, language: Language): string {
  if (!Number.isFinite(x)) throw new RangeError(`not a finite number: ${x}`)
  return FIGURES[unit](x, WORDS[language])
}

/** `17 Sep 2026`. */
export function dayText(date: IstDate, language: Language): string {
  return day(date, WORDS[language])
}

/** `September 17, 2026`: the form of dates of legal texts. */
export function longDayText(date: IstDate, language: Language): string {
  return WORDS[language].longDay(date.slice(0, 4), Number(date.slice(5, 7)), date.slice(8))
}

/** `a, b and c`. */
export function listText(items: readonly string[], language: Language): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')}${WORDS[language].and}${items.at(-1)}`
}

function day(date: string, { months }: Words): string {
  return `${Number(date.slice(8))} ${months[Number(date.slice(5, 7)) - 1]} ${date.slice(0, 4)}`
}

function signed(x: number): string {
  return Number(x.toFixed(2)) > 0 ? `+${grouped(x.toFixed(2), x)}` : grouped(x.toFixed(2), x)
}

/** |x| without the decimal places that show nothing: 2, 2.4. */
function trimmed(x: number, digits: number): string {
  return String(Number(Math.abs(x).toFixed(digits)))
}

/** `text` of x or |x|, grouped, with a true minus; what rounds to zero has none. */
function grouped(text: string, x: number): string {
  const plain = text.replace('-', '')
  const [whole = '0', decimals] = plain.split('.')
  const shown = `${groupIndian(Number(whole))}${decimals === undefined ? '' : `.${decimals}`}`
  return x < 0 && Number(plain) !== 0 ? `${MINUS}${shown}` : shown
}

function rupees(amount: number): string {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`not a whole number of paise: ${amount}`)
  const absolute = Math.abs(amount)
  return `${amount < 0 ? MINUS : ''}₹${groupIndian(Math.trunc(absolute / 100))}.${twoDigits(absolute % 100)}`
}

function twoDigits(n: number): string {
  return String(n).padStart(2, '0')
}

import { istDate, type IstDate } from '@strikewise/domain/time/ist.ts'

/** A day's root as a party outside has it: the hash of `rootStatement`, which covers every entry up to that day. */
export interface AnchoredRoot {
  readonly day: IstDate
  readonly hash: string
}

/** The roots in a mail, or in several in one text. Mails may be stored with the line ends and soft breaks of quoted-printable. */
export function anchoredRoots(text: string): AnchoredRoot[] {
  const plain = text.replaceAll(/=\r?\n/g, '').replaceAll('\r', '')
  return [...plain.matchAll(/^Day: (\d{4}-\d{2}-\d{2})\nRoot: ([0-9a-f]{64})$/gm)].map(([, day, hash]) => ({
    day: istDate(day!),
    hash: hash!,
  }))
}

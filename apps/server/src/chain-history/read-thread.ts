// Reads a contract's stored sessions on a thread of its own: decoding dozens of files takes tenths of a second of a core,
// which the market's thread does not have.
import { parentPort, workerData } from 'node:worker_threads'
import { contractDay, contractMinutes, type ContractDay } from '@strikewise/chain-history/contract-history.ts'
import { storedDays, type StoredFile } from '@strikewise/chain-history/stored-days.ts'
import { contractKey } from '../bus/contract-views.ts'
import { MAX_HISTORY_DAYS, type HistoryAnswer, type HistoryQuestion } from '../bus/contract-history.ts'

/** What the thread is started with: the folder of the stored days. */
export interface ReadData {
  readonly history: string
}

/** The thread's reply: the answer, and which files could not be read and why. */
export interface ReadReply {
  readonly answer: HistoryAnswer
  readonly unread: readonly { readonly file: string; readonly reason: string }[]
}

/** Contracts whose sessions are remembered: a session that is stored does not change. */
const MAX_CONTRACTS = 256

const { history } = workerData as ReadData
const known = new Map<string, Map<string, ContractDay | undefined>>()

parentPort!.on('message', (question: HistoryQuestion) => {
  void replyTo(question).then((reply) => parentPort!.postMessage(reply))
})

async function replyTo({ terms, day }: HistoryQuestion): Promise<ReadReply> {
  const unread: ReadReply['unread'][number][] = []
  const tried = async <T>(file: string, read: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await read()
    } catch (error) {
      unread.push({ file, reason: (error as Error).message })
      return undefined
    }
  }
  const files = storedDays(history).filter((file) => file.symbol === terms.symbol)
  if (day !== null) {
    const file = files.find((one) => one.day === day)?.file
    const minutes = file === undefined ? undefined : await tried(file, () => contractMinutes(file, terms))
    return { answer: { days: [], minutes: minutes ?? [] }, unread }
  }
  const days: ContractDay[] = []
  const ofContract = rememberedOf(contractKey(terms))
  for (const { file, day: stored } of newestOf(files, terms.expiry)) {
    if (!ofContract.has(file)) {
      const read = await tried(file, async () => ({ end: await contractDay(file, stored, terms) }))
      if (read === undefined) continue
      ofContract.set(file, read.end)
    }
    const end = ofContract.get(file)
    if (end !== undefined) days.push(end)
  }
  return { answer: { days, minutes: [] }, unread }
}

function newestOf(files: readonly StoredFile[], expiry: string): readonly StoredFile[] {
  return files.filter((file) => file.day <= expiry).slice(-MAX_HISTORY_DAYS)
}

/** By file; the contract least recently asked for is forgotten first. */
function rememberedOf(key: string): Map<string, ContractDay | undefined> {
  const ofContract = known.get(key) ?? new Map<string, ContractDay | undefined>()
  known.delete(key)
  if (known.size >= MAX_CONTRACTS) known.delete(known.keys().next().value!)
  known.set(key, ofContract)
  return ofContract
}

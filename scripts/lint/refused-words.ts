/** A word or phrase that comments, test titles and texts do not use, and what to write instead. */
export interface RefusedPhrase {
  readonly pattern: RegExp
  readonly instead: string
}

/** Home-made words where the field has a term. `docs/glossary.md` holds the terms. */
export const REFUSED_PHRASES: readonly RefusedPhrase[] = [
  { pattern: /\bwhoever\b/i, instead: 'the caller, the user who, the process that' },
  { pattern: /\bwherever\b/i, instead: 'in each place where, in every, at any' },
  { pattern: /\bnobody\b/i, instead: 'no user, no process, none' },
  { pattern: /\b(some|every|any)body\b/i, instead: 'a user, every account, another party' },
  { pattern: /\btold\b/i, instead: 'notified, reported, shown' },
  { pattern: /\btell(s|ing)?\b/i, instead: 'notify, report, show, distinguish' },
  { pattern: /\bhear(s|d|ing)?\b/i, instead: 'receive, is notified' },
  { pattern: /\banew\b/i, instead: 'again, re-…' },
  { pattern: /\bat all\b/i, instead: 'leave it out' },
  { pattern: /\bof now\b/i, instead: 'current' },
  { pattern: /\b(trade|order|price|token|login|month|decision)s? of today\b/i, instead: 'today’s, current' },
  { pattern: /\bin words\b/i, instead: 'as text' },
  { pattern: /\b(written|writes?|wrote) down\b/i, instead: 'stored, recorded' },
  { pattern: /\bpaid back\b/i, instead: 'refunded' },
  { pattern: /\bcall(ed|s|ing)? off\b/i, instead: 'cancel' },
  { pattern: /\bturn(ed|s)? down\b/i, instead: 'reject' },
  { pattern: /\bfor want of\b/i, instead: 'without, for lack of' },
  { pattern: /\blest\b|\bamiss\b/i, instead: 'so that … not; a fault' },
  { pattern: /\breckon(s|ed|ing)?\b/i, instead: 'compute' },
  { pattern: /\brestless(ness)?\b/i, instead: 'volatile, needs attention' },
  { pattern: /\bnaked\b/i, instead: 'unprotected' },
]

/** Words that no name declares, and what to write instead. Compared with each word of a camelCase or SNAKE_CASE name. */
export const REFUSED_NAME_WORDS: ReadonlyMap<string, string> = new Map([
  ['anew', 'again'],
  ['beside', 'adjacent, during'],
  ['dead', 'expired, exited, closed'],
  ['desk', 'queue, service'],
  ['gone', 'ended, removed, missing'],
  ['hand', 'manual'],
  ['hands', 'manual'],
  ['hear', 'receive'],
  ['heard', 'received'],
  ['hears', 'isListening'],
  ['kept', 'stored, retained'],
  ['look', 'read, fetch, check'],
  ['looked', 'read, checked'],
  ['looks', 'checks, appearances'],
  ['naked', 'unprotected'],
  ['nobody', 'none'],
  ['ours', 'own'],
  ['owed', 'unconfirmed, due'],
  ['people', 'users'],
  ['person', 'user'],
  ['restless', 'needsAttention'],
  ['room', 'capacity, remaining'],
  ['said', 'output, reported'],
  ['says', 'output, expected'],
  ['somebody', 'user, other'],
  ['told', 'notified'],
  ['trouble', 'problem, error, fault'],
  ['troubles', 'problems, errors'],
  ['wanted', 'requested, expected'],
  ['wherever', 'in each place'],
  ['whoever', 'caller'],
  ['wish', 'candidate'],
  ['world', 'stack, environment'],
])

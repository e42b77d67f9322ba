/**
 * Words of market headlines that speak for higher or lower prices. A list of our own, kept short on purpose: what is
 * not clearly good or bad for an index is not in it.
 */
export const POSITIVE_WORDS: ReadonlySet<string> = new Set(
  `accelerates advance advances beat beats boost boosts boom bounce bounces brightens bullish buoyant calm cheer
  cheers climb climbs ease eases easing expand expands expansion firm firms gain gained gains grow grows growth
  improve improved improves improvement inflow inflows jump jumps lift lifts optimism optimistic outperform
  outperforms positive profit profits rally rallies rallied rebound rebounds record recover recovers recovery
  resilient rise rises robust rose soar soars solid stable strength strengthens strong stronger support supports
  surge surges surplus tops upbeat upgrade upgraded upgrades uptick upside`.split(/\s+/),
)

export const NEGATIVE_WORDS: ReadonlySet<string> = new Set(
  `bearish ban bans bleed bleeds bankruptcy collapse collapses concern concerns contraction contracts crash crashes
  crisis decline declines declined default defaults deficit dip dips disappoint disappoints disappointing downgrade
  downgraded downgrades downturn drag drags drop drops fall falls fear fears fell fraud halt halts loss losses lower
  miss misses nervous outage outflow outflows panic penalty pessimism plunge plunges pressure probe recession retreat
  retreats risk risks sell-off selloff shock shrink shrinks sink sinks slide slides slip slips slowdown slows slump
  slumps stress tariff tariffs tension tensions tumble tumbles uncertainty unrest volatile war warning warns weak
  weaken weakens weaker worries worry`.split(/\s+/),
)

export const NEGATIONS: ReadonlySet<string> = new Set(
  `no not never neither nor without fails failed cannot can't won't doesn't don't didn't isn't hardly despite denies
  lacks unlikely`.split(/\s+/),
)

/** Words that are good or bad only beside another: `with` lists the others, which count by themselves no more. */
export const MARKET_PAIRS: readonly {
  readonly words: ReadonlySet<string>
  readonly with: ReadonlySet<string>
  readonly good: boolean
}[] = [
  pair('cut cuts slash slashes reduce reduces lower lowers', 'rate rates repo tax taxes duty duties inflation', true),
  pair(
    'cut cuts slash slashes lower lowers',
    'target targets outlook forecast guidance jobs estimate estimates',
    false,
  ),
  pair('hike hikes raise raises rise rises increase increases', 'rate rates repo tax taxes duty duties', false),
  pair('raise raises hike hikes increase increases', 'target targets outlook forecast guidance dividend', true),
  pair(
    'rise rises jump jumps surge surges climb climbs soar soars',
    'inflation crude oil unemployment vix yields',
    false,
  ),
  pair(
    'fall falls ease eases slip slips drop drops decline declines',
    'inflation crude oil unemployment vix yields',
    true,
  ),
]

function pair(words: string, subjects: string, good: boolean) {
  return { words: new Set(words.split(' ')), with: new Set(subjects.split(' ')), good }
}

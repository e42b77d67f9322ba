/** 'option_chain_signal' → 'Option chain'. */
export function agentName(agent: string): string {
  if (agent === 'fii_dii_signal') return 'FII / DII'
  const words = agent.replace(/_signal$/, '').replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

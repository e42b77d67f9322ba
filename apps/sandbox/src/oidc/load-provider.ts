/**
 * Loads the provider's package without its one start-up line: it warns of every Node that carries no LTS name yet, and
 * the line would stand at the top of every start. Other warnings pass.
 */
export async function loadProvider(): Promise<typeof import('oidc-provider')> {
  const { warn } = console
  console.warn = (...what: unknown[]) => {
    if (!String(what[0]).includes('Unsupported runtime')) warn(...what)
  }
  try {
    return await import('oidc-provider')
  } finally {
    console.warn = warn
  }
}

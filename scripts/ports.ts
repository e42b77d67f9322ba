/** Where the programs listen unless the command line sets others. The server's own default is in its environment. */
export const PORTS = { app: 5173, server: 8080, sandbox: 8090, debugger: 9229 } as const

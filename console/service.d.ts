/** The operations of a service, by the name of its folder in lambdas/. The bundler writes them: lib/console-operations.ts. */
declare module 'service:*' {
  export const SERVICE: {
    readonly prefix: string
    readonly operations: import('@signet/http-client').FlatOperations
  }
}

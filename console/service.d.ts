/** The operations of a service, by the name of its folder in lambdas/. The bundler writes them: lib/console-operations.ts. */
declare module 'service:*' {
  export const SERVICE: {
    /** The path of the service's API below this origin. */
    readonly prefix: string
    readonly operations: import('@signet/http-client').FlatOperations
  }
}

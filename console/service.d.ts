/**
 * The operations of a service, by its folder name in lambdas/. The bundler generates them: lib/console-operations.ts.
 */
declare module 'service:*' {
  export const SERVICE: {
    readonly prefix: string
    readonly operations: import('@signet/http-client').FlatOperations
  }
}

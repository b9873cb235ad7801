/** A response that a test received: operation (`<api>/<name>`) and status. */
export interface ReceivedAnswer {
  readonly file: string
  readonly operation: string
  readonly status: number
}

type Operation = { readonly operationId: string; readonly responses: Record<string, unknown> }
type Document = { readonly paths: Record<string, Record<string, Operation>> }

/**
 * Returns `<api>/<operationId> <status>` of every response that the documents declare. An operation without a success
 * response has `default` for its internal error, which is a 500.
 */
export const declaredAnswers = (documents: Readonly<Record<string, object>>): string[] =>
  Object.entries(documents).flatMap(([api, document]) =>
    Object.values((document as Document).paths).flatMap((methods) =>
      Object.values(methods)
        .filter(({ operationId }) => operationId !== undefined)
        .flatMap(({ operationId, responses }) =>
          Object.keys(responses).map((status) => `${api}/${operationId} ${status === 'default' ? 500 : status}`),
        ),
    ),
  )

/** Declared responses that tests cannot provoke over HTTP, each with the reason. */
export const UNREACHABLE_RESPONSES: Readonly<Record<string, string>> = {
  'images/getHealth 500': 'depends on nothing that can fail',
  'images/getRetentionPolicy 500': 'depends on nothing that can fail',
  'flags/getFlagsHealth 500': 'depends on nothing that can fail',
  'flags/getPage 200': 'is only for deployments without an edge: test/unit/pages',
  'flags/getPage 500': 'depends on nothing that can fail',
  'runtime/getRuntimeHealth 500': 'depends on nothing that can fail',
  'runtime/listSpreads 500': 'depends on nothing that can fail',
  'archive/getArchiveHealth 500': 'depends on nothing that can fail',
  'archive/getArchivePage 200': 'is only for deployments without an edge: test/unit/pages',
  'archive/getArchivePage 500': 'depends on nothing that can fail',
  'platform/listKeyScopes 500': 'depends on nothing that can fail, with a token of the issuer',
  'platform/getHome 500': 'depends on nothing that can fail',
  'platform/getDashboard 500': 'depends on nothing that can fail',
  'platform/showGrants 500': 'depends on nothing that can fail',
  'platform/showConfirmation 500': 'depends on nothing that can fail',
  'platform/showUnsubscription 500': 'depends on nothing that can fail',
  'platform/getPlatformHealth 500': 'reports a failing sibling, and depends on nothing else',
  'imageAgents/getAuthorizationServer 400': 'accepts any query',
  'imageAgents/getProtectedResource 400': 'accepts any query',
  'imageAgents/getAuthorizationServer 500': 'depends on nothing that can fail',
  'imageAgents/getProtectedResource 500': 'depends on nothing that can fail',
  'gateway/getGatewayHealth 500': 'depends on nothing that can fail',
  'gateway/getGatewayResource 400': 'accepts any query',
  'gateway/getGatewayResource 500': 'registers with the authorization server once, before the tests begin',
  'witness/readWitnessKey 500': 'caches the key after the first read',
  'platform/finishSignIn 500': 'redirects to the sign-in page after any failure',
  'platform/setName 502': 'the local issuer runs as long as the runner: the test of issuer-client.ts stops it',
}

export const missingAnswers = (declared: readonly string[], received: readonly ReceivedAnswer[]): string[] => {
  const receivedKeys = new Set(received.map(({ operation, status }) => `${operation} ${status}`))
  return declared.filter((answer) => !receivedKeys.has(answer) && !(answer in UNREACHABLE_RESPONSES))
}

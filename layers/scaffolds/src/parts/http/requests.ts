import type { Code } from '../../code.ts'
import type { RenderedFiles } from '../../design.ts'
import { templates } from '../../templates/templates.ts'

/**
 * Renders `test/support/requests.ts` with a POST request that the service accepts. `body` is a TypeScript expression.
 */
export const acceptedPost = (path: Code, body: Code): RenderedFiles =>
  templates('shared/request-with-body', { values: { path, body } })

/** Renders `test/support/requests.ts` with a GET request that the service accepts. */
export const acceptedGet = (path: Code): RenderedFiles => templates('shared/request-without-body', { values: { path } })

import { bind, lambdaHandler, webHandlerOf } from '@signet/contracts/http'
import { notes } from './note.ts'
import { authorize, implementation } from './serve.ts'

export const handler = lambdaHandler(notes, implementation, { authorize })

/** Serves several contracts with one function: [...bind(notes, …), ...bind(otherContract, …)]. */
export const serveAll = webHandlerOf([...bind(notes, implementation)], { authorize, basePath: '/mail' })

const response = await serveAll(new Request('https://api.test/mail/v1/notes'))
console.log(response.status)

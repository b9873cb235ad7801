import { bind, lambdaHandler, webHandlerOf } from '@signet/contracts/http'
import { notes } from './note.ts'
import { authorize, implementation } from './serve.ts'

export const handler = lambdaHandler(notes, implementation, { authorize })

/** One function for everything: [...bind(notes, …), ...bind(otherContract, …)]. */
export const whole = webHandlerOf([...bind(notes, implementation)], { authorize, basePath: '/mail' })

const answer = await whole(new Request('https://api.test/mail/v1/notes'))
console.log(answer.status)

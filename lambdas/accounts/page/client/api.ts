import { ask, jsonOf } from '@signet/pages/client'

/** Where the API is: the address of the pages, with the stage before it where there is one. */
const base = document.body.dataset.base ?? ''

/** Asks the platform in the name of who is signed in. @throws Refused in the words of the service. */
export const call = async <T>(method: string, path: string, body?: object): Promise<T> =>
  jsonOf<T>(await ask(method, new URL(`${base}${path}`, location.href), { body }))

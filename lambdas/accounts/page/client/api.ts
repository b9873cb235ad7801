import { ask, jsonOf } from '@signet/pages/client'

/** Base of the API: the address of the pages, including the stage if there is one. */
const base = document.body.dataset.base ?? ''

/** Calls the platform for the signed-in person. @throws Refused in the words of the service */
export const call = async <T>(method: string, path: string, body?: object): Promise<T> =>
  jsonOf<T>(await ask(method, new URL(`${base}${path}`, location.href), { body }))

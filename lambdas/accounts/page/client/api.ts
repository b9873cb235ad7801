/** Where the API is: the address of the pages, with the stage before it where there is one. */
const base = document.body.dataset.base ?? ''

/** @throws Error in the words of the service. */
export const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
  const response = await fetch(`${base}${path}`, {
    method,
    ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
  })
  const answer = response.status === 204 ? undefined : await response.json()
  if (!response.ok) throw new Error(answer?.error ?? `The service answered ${response.status}`)
  return answer as T
}

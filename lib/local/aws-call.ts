/** Calls an operation of an embedded service. `target` is the X-Amz-Target header, e.g. `AmazonSQS.SendMessage`. */
export const awsCall = async <T>(endpoint: string, target: string, input: unknown): Promise<T> => {
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: { 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': target },
    body: JSON.stringify(input),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${target} returned ${response.status}: ${text.slice(0, 300)}`)
  return JSON.parse(text === '' ? '{}' : text) as T
}

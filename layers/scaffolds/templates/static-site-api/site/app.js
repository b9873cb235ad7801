// The page. User data becomes text nodes, never markup.
const byId = (id) => document.getElementById(id)
const status = byId('status')

const call = async (method, path, body, headers = {}) => {
  const response = await fetch(`/v1/$kebabs${path}`, {
    method,
    headers: { authorization: `Bearer ${byId('key').value}`, 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const result = await response.json()
  if (!response.ok) throw new Error(result.error)
  return result
}

const show = async () => {
  const { items } = await call('GET', '')
  byId('list').replaceChildren(
    ...items.map(({ name }) => {
      const line = document.createElement('li')
      line.textContent = name
      return line
    }),
  )
}

byId('create').addEventListener('submit', async (event) => {
  event.preventDefault()
  try {
    await call('POST', '', { name: byId('name').value }, { 'idempotency-key': crypto.randomUUID() })
    byId('name').value = ''
    status.textContent = 'Added'
    await show()
  } catch (error) {
    status.textContent = error.message
  }
})

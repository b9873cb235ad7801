import { code } from '../../code.ts'

export const page = code`
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="content-security-policy" content="default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'">
<title>$Entities</title>
<link rel="stylesheet" href="/style.css">
</head>
<body>
<main>
<h1>$Entities</h1>
<form id="make">
<label for="name">Name</label>
<input id="name" name="name" required maxlength="200" autocomplete="off">
<label for="key">API key, kept in this tab alone</label>
<input id="key" name="key" type="password" required autocomplete="off">
<button>Add</button>
</form>
<p id="told" role="status"></p>
<ul id="list"></ul>
</main>
<script type="module" src="/app.js"></script>
</body>
</html>
`

export const style = code`
body { font: 1rem/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 40rem; padding: 1rem; color-scheme: light dark; }
form { display: grid; gap: 0.5rem; }
input, button { font: inherit; padding: 0.5rem; }
`

export const app = code`
// The page. Text of others becomes text nodes, never markup.
const byId = (id) => document.getElementById(id)
const told = byId('told')

const call = async (method, path, body, headers = {}) => {
  const response = await fetch('/v1/$kebabs' + path, {
    method,
    headers: { authorization: 'Bearer ' + byId('key').value, 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const answer = await response.json()
  if (!response.ok) throw new Error(answer.error)
  return answer
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

byId('make').addEventListener('submit', async (event) => {
  event.preventDefault()
  try {
    await call('POST', '', { name: byId('name').value }, { 'idempotency-key': crypto.randomUUID() })
    byId('name').value = ''
    told.textContent = 'Added'
    await show()
  } catch (error) {
    told.textContent = error.message
  }
})
`

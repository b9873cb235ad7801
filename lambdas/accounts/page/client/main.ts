import './page.css'

/** Where the API is: the address of the pages, with the stage before it where there is one. */
const base = document.body.dataset.base ?? ''

const problem = document.querySelector<HTMLElement>('#problem')

const say = (text: string): void => {
  if (!problem) return
  problem.textContent = text
  problem.hidden = text === ''
}

/** @throws Error in the words of the service. */
const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
  const response = await fetch(`${base}${path}`, {
    method,
    ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
  })
  const answer = response.status === 204 ? undefined : await response.json()
  if (!response.ok) throw new Error(answer?.error ?? `The service answered ${response.status}`)
  return answer as T
}

/** The key is on the page until it is loaded again, and nowhere else. */
const showKey = (key: string): void => {
  const place = document.querySelector<HTMLElement>('#new-key')
  const text = document.createElement('p')
  text.textContent = 'Your new key, shown this once. Copy it now:'
  const code = document.createElement('code')
  code.textContent = key
  const done = document.createElement('button')
  done.type = 'button'
  done.dataset.action = 'reload'
  done.textContent = 'I have copied it'
  place?.replaceChildren(text, code, done)
}

type Values = Readonly<Record<string, string>>

const ACTIONS: Readonly<Record<string, (values: Values) => Promise<void>>> = {
  reload: async () => location.reload(),
  'sign-out': async () => location.assign((await call<{ next: string }>('POST', '/api/auth/logout')).next),
  rename: async ({ name }) => {
    await call('POST', '/api/account/name', { name })
    location.reload()
  },
  'create-key': async ({ name }) => showKey((await call<{ key: string }>('POST', '/api/keys', { name })).key),
  'delete-key': async ({ id = '' }) => {
    await call('DELETE', `/api/keys/${encodeURIComponent(id)}`)
    location.reload()
  },
  'end-session': async ({ id = '' }) => {
    await call('DELETE', `/api/account/sessions/${encodeURIComponent(id)}`)
    location.reload()
  },
}

const act = async (element: HTMLElement, values: Values): Promise<void> => {
  say('')
  try {
    await ACTIONS[element.dataset.action ?? '']?.(values)
  } catch (error) {
    say(error instanceof Error ? error.message : String(error))
  }
}

document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest<HTMLElement>('button[data-action]') : null
  if (button) void act(button, { id: button.dataset.id ?? '' })
})

document.addEventListener('submit', (event) => {
  const form = event.target
  if (!(form instanceof HTMLFormElement)) return
  event.preventDefault()
  const values = [...new FormData(form)].map(([name, value]) => [name, String(value)])
  void act(form, Object.fromEntries(values) as Values)
})

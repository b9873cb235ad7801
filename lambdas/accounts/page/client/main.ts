import './page.css'
import { call } from './api.ts'
import { say, showOnce } from './dom.ts'
import { PEOPLE_ACTIONS } from './people.ts'
import { openPlan, PLAN_ACTIONS } from './plan.ts'
import { showUsage } from './usage.ts'

type Values = Readonly<Record<string, string>>

const ACTIONS: Readonly<Record<string, (values: Values) => Promise<unknown>>> = {
  ...PLAN_ACTIONS,
  ...PEOPLE_ACTIONS,
  'close-dialog': async () => document.querySelector<HTMLDialogElement>('dialog[open]')?.close(),
  reload: async () => location.reload(),
  'sign-out': async () => location.assign((await call<{ next: string }>('POST', '/api/auth/logout')).next),
  rename: async ({ name }) => {
    await call('POST', '/api/account/name', { name })
    location.reload()
  },
  'create-key': async ({ name, preset }) =>
    showOnce(
      '#new-key',
      'Your new key. It is shown only once, so copy it now:',
      (await call<{ key: string }>('POST', '/api/keys', { name, preset })).key,
    ),
  'delete-key': async ({ id = '' }) => {
    await call('DELETE', `/api/keys/${encodeURIComponent(id)}`)
    location.reload()
  },
  'end-session': async ({ id = '' }) => {
    await call('DELETE', `/api/account/sessions/${encodeURIComponent(id)}`)
    location.reload()
  },
}

/** Runs an action and shows its error. */
const attempt = async (work: () => Promise<unknown> | undefined): Promise<void> => {
  try {
    await work()
  } catch (error) {
    say(error instanceof Error ? error.message : String(error))
  }
}

const act = (element: HTMLElement, values: Values): Promise<void> => {
  say('')
  return attempt(() => ACTIONS[element.dataset.action ?? '']?.(values))
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

if (document.querySelector('#usage')) {
  void attempt(() => Promise.all([showUsage(), openPlan(showUsage)]))
  // Keys are used elsewhere, so their use is reloaded when the page becomes visible.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void attempt(showUsage)
  })
}

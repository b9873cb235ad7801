import { escapeHtml } from '@signet/ui/pages'
import type { StripeResponse } from '../answer.ts'

const STYLE = `:root{color-scheme:light dark;--ink:light-dark(#1b1b1f,#ececf1);--paper:light-dark(#fff,#16161a);--line:light-dark(#73737d,#8a8a96);
--accent:light-dark(#1f4fbf,#9db8ff);--on-accent:light-dark(#fff,#10131c);--alarm:light-dark(#a3001e,#ff9aa8)}
*{box-sizing:border-box}body{margin:0 auto;max-width:44rem;padding:1rem;background:var(--paper);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}
header{border-bottom:1px solid var(--line)}.brand{font-weight:700;letter-spacing:.02em}h1{font-size:1.6rem}h2{font-size:1.2rem;margin-top:2rem}a{color:var(--accent)}
button,.button{display:inline-block;min-height:2.5rem;padding:.4rem .9rem;border:1px solid var(--accent);border-radius:.4rem;background:var(--accent);color:var(--on-accent);font:inherit;text-decoration:none;cursor:pointer}
.quiet{background:transparent;color:var(--accent)}:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
form{display:flex;flex-wrap:wrap;gap:.8rem;align-items:end;margin:.8rem 0}label{display:grid;gap:.2rem}
input{min-height:2.5rem;min-width:16rem;padding:.4rem;border:1px solid var(--line);border-radius:.4rem;background:var(--paper);color:var(--ink);font:inherit}
table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.4rem .6rem .4rem 0;border-bottom:1px solid var(--line);vertical-align:middle}
td form{margin:0}.problem{color:var(--alarm);font-weight:600}.scroll{overflow-x:auto}.price{font-size:1.4rem;margin:0}`

/** Returns the HTML of one document without scripts. Callers escape their text. */
const documentOf = (title: string, main: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${escapeHtml(title)} · local payments</title>
    <link rel="icon" href="data:,">
    <style>${STYLE}</style>
  </head>
  <body>
    <header><p class="brand">Signet · local payments</p></header>
    <main>
      <h1>${escapeHtml(title)}</h1>
      ${main}
    </main>
    <footer><p>This local page replaces the page of the payment service. No money moves here.</p></footer>
  </body>
</html>
`

/** Without form-action, because the response to a form redirects to the product, which is another origin. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; frame-ancestors 'none'"

export const page = (status: number, title: string, main: string): StripeResponse => ({
  status,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': POLICY,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  },
  body: documentOf(title, main),
})

/** Redirects the browser to another URL with GET (RFC 9110 15.4.4). */
export const seeOther = (location: string): StripeResponse => ({
  status: 303,
  headers: { location, 'cache-control': 'no-store' },
  body: '',
})

export const paragraph = (text: string): string => `<p>${escapeHtml(text)}</p>`

export const alert = (problem: string | undefined): string =>
  problem === undefined ? '' : `<p class="problem" role="alert">${escapeHtml(problem)}</p>`

export const link = (text: string, href: string | null | undefined): string =>
  href ? `<p><a class="button" href="${escapeHtml(href)}">${escapeHtml(text)}</a></p>` : ''

export const dollars = (cents: number): string => `$${(cents / 100).toFixed(2)}`

export const formatDay = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10)

interface ActionOptions {
  /** URL to which the form is sent; the page's own by default. */
  readonly to?: string
  readonly isMain?: boolean
}

export const form = (content: string, url?: string): string =>
  `<form method="post"${url === undefined ? '' : ` action="${escapeHtml(url)}"`}>${content}</form>`

export const actionForm = (
  text: string,
  values: Readonly<Record<string, string>>,
  { to, isMain = false }: ActionOptions = {},
): string => {
  const fields = Object.entries(values).map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  )
  return form(`${fields.join('')}<button${isMain ? '' : ' class="quiet"'}>${escapeHtml(text)}</button>`, to)
}

export const numberField = `<label for="number">Card number
  <input id="number" name="number" required maxlength="40" inputmode="numeric" autocomplete="cc-number" aria-describedby="numbers" placeholder="4242 4242 4242 4242"></label>`

const NUMBERS = [
  ['4242 4242 4242 4242', 'succeeds'],
  ['4000 0000 0000 0002', 'declined'],
  ['4000 0000 0000 9995', 'insufficient funds'],
  ['4000 0025 0000 3155', 'requires authentication once'],
  ['4000 0027 6000 3184', 'requires authentication for every payment'],
  ['4000 0000 0000 0341', 'succeeds now, later payments fail'],
  ['000123456789', 'bank account: the payment succeeds after four days'],
  ['000222222227', 'bank account: the payment fails after four days'],
] as const

export const numbersNote = `<div id="numbers"><p>Test numbers:</p><ul>${NUMBERS.map(
  ([number, result]) => `<li><code>${number}</code> ${result}</li>`,
).join('')}</ul></div>`

import { escaped } from '@signet/ui/pages'
import type { StripeAnswer } from '../answer.ts'

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

/** HTML of one document without a script. Callers escape their text. */
const documentOf = (title: string, main: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${escaped(title)} · local payments</title>
    <link rel="icon" href="data:,">
    <style>${STYLE}</style>
  </head>
  <body>
    <header><p class="brand">Signet · local payments</p></header>
    <main>
      <h1>${escaped(title)}</h1>
      ${main}
    </main>
    <footer><p>This page stands in for the page of the payment service. No money moves here.</p></footer>
  </body>
</html>
`

/** No form-action: a form's answer leads back to the product, which is another origin. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; frame-ancestors 'none'"

export const page = (status: number, title: string, main: string): StripeAnswer => ({
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

/** The browser gets another address with GET (RFC 9110 15.4.4). */
export const seeOther = (location: string): StripeAnswer => ({
  status: 303,
  headers: { location, 'cache-control': 'no-store' },
  body: '',
})

export const paragraph = (text: string): string => `<p>${escaped(text)}</p>`

export const alert = (problem: string | undefined): string =>
  problem === undefined ? '' : `<p class="problem" role="alert">${escaped(problem)}</p>`

export const link = (text: string, href: string | null | undefined): string =>
  href ? `<p><a class="button" href="${escaped(href)}">${escaped(text)}</a></p>` : ''

export const dollars = (cents: number): string => `$${(cents / 100).toFixed(2)}`

export const day = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10)

interface ActionOptions {
  /** Address that the form is sent to; without it, that of the page. */
  readonly to?: string
  readonly isMain?: boolean
}

export const form = (content: string, to?: string): string =>
  `<form method="post"${to === undefined ? '' : ` action="${escaped(to)}"`}>${content}</form>`

export const action = (
  text: string,
  values: Readonly<Record<string, string>>,
  { to, isMain = false }: ActionOptions = {},
): string => {
  const fields = Object.entries(values).map(
    ([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`,
  )
  return form(`${fields.join('')}<button${isMain ? '' : ' class="quiet"'}>${escaped(text)}</button>`, to)
}

export const numberField = `<label for="number">Card number
  <input id="number" name="number" required maxlength="40" inputmode="numeric" autocomplete="cc-number" aria-describedby="numbers" placeholder="4242 4242 4242 4242"></label>`

const NUMBERS = [
  ['4242 4242 4242 4242', 'pays'],
  ['4000 0000 0000 0002', 'is declined'],
  ['4000 0000 0000 9995', 'has no funds'],
  ['4000 0025 0000 3155', 'asks who you are, once'],
  ['4000 0027 6000 3184', 'asks who you are, every time'],
  ['4000 0000 0000 0341', 'pays now, and fails later'],
  ['000123456789', 'a bank account: the money comes after four days'],
  ['000222222227', 'a bank account: the money does not come'],
] as const

export const numbersNote = `<div id="numbers"><p>Numbers to pay with here:</p><ul>${NUMBERS.map(
  ([number, what]) => `<li><code>${number}</code> ${what}</li>`,
).join('')}</ul></div>`

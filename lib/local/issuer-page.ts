import { escapeHtml } from '@signet/ui/pages'

export interface LocalPerson {
  readonly sub: string
  readonly email: string
  readonly name: string
}

const STYLE = `:root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;max-width:34rem;margin:2rem auto;padding:0 1rem}
ul{list-style:none;padding:0}li{margin:.4rem 0}button{font:inherit;min-height:2.75rem;padding:.4rem 1rem;cursor:pointer;text-align:left}
li button{width:100%}label{display:grid;margin:.6rem 0}input{font:inherit;min-height:2.5rem;padding:.3rem}.problem{color:light-dark(#a3001e,#ff9aa8)}`

/**
 * Renders sign-in and sign-up in one document without scripts. Visitors choose an identity, because there are no
 * passwords locally.
 */
export const issuerPage = (people: readonly LocalPerson[], action: string, problem = ''): string => {
  const buttons = people.map(
    ({ sub, email, name }) =>
      `<li><button name="sub" value="${escapeHtml(sub)}">${escapeHtml(name)} (${escapeHtml(email)})</button></li>`,
  )
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Sign in · local issuer</title>
    <link rel="icon" href="data:,">
    <style>${STYLE}</style>
  </head>
  <body>
    <main>
      <h1>Sign in</h1>
      <p>This local page replaces the sign-in page of the deployment. There are no passwords.</p>
      ${problem === '' ? '' : `<p class="problem" role="alert">${escapeHtml(problem)}</p>`}
      <h2>Existing people</h2>
      <form method="post" action="${escapeHtml(action)}"><ul>${buttons.join('')}</ul></form>
      <h2>New person</h2>
      <form method="post" action="${escapeHtml(action)}">
        <label>Email <input name="email" type="email" required maxlength="320" autocomplete="email"></label>
        <label>Name <input name="name" required maxlength="100" autocomplete="name"></label>
        <button>Sign up</button>
      </form>
    </main>
  </body>
</html>
`
}

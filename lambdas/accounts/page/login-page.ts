import { reply } from '@signet/contracts'
import { escaped, loginPath, pathAt, plainDocument, plainHeaders } from '@signet/ui/pages'

const NOTICES: Readonly<Record<string, string>> = {
  signed_out: 'You are signed out.',
  expired: 'This sign-in took too long, was used before, or was begun in another browser. Please begin again.',
  leaving: 'This account is being deleted, as was asked for. In about an hour that is done, and you can begin anew.',
  refused: 'The sign-in was not completed.',
  unavailable: 'Signing in is not possible at the moment. Please try again shortly.',
}

export interface LoginPage {
  readonly baseUrl: string
  /** A name of `NOTICES`; any other is ignored. */
  readonly notice: string
  readonly redirect: string
}

export const loginPage = ({ baseUrl, notice, redirect }: LoginPage) => {
  const text = Object.hasOwn(NOTICES, notice) ? NOTICES[notice] : undefined
  const way = pathAt(baseUrl, loginPath({ redirect }))
  const main = `${text === undefined ? '' : `<p role="status">${escaped(text)}</p>`}
      <p><a class="button" href="${escaped(way)}">Sign in or sign up</a></p>`
  return reply(200, plainDocument({ title: 'Sign in', main }), plainHeaders({}))
}

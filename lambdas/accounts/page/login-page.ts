import { reply } from '@signet/contracts'
import { escapeHtml, loginPath, pathAt, plainDocument, plainHeaders } from '@signet/ui/pages'

const NOTICES: Readonly<Record<string, string>> = {
  signed_out: 'You are signed out.',
  expired: 'This sign-in expired, was already used, or was started in another browser. Try again.',
  deleting: 'This account is being deleted. You can create a new account in about one hour.',
  refused: 'The sign-in was not completed.',
  unavailable: 'Sign-in is temporarily unavailable. Try again shortly.',
}

export interface LoginPage {
  readonly baseUrl: string
  /** A key of `NOTICES`; any other value is ignored. */
  readonly notice: string
  readonly redirect: string
}

export const loginPage = ({ baseUrl, notice, redirect }: LoginPage) => {
  const text = Object.hasOwn(NOTICES, notice) ? NOTICES[notice] : undefined
  const signInUrl = pathAt(baseUrl, loginPath({ redirect }))
  const main = `${text === undefined ? '' : `<p role="status">${escapeHtml(text)}</p>`}
      <p><a class="button" href="${escapeHtml(signInUrl)}">Sign in or sign up</a></p>`
  return reply(200, plainDocument({ title: 'Sign in', main }), plainHeaders({}))
}

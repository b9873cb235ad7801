import { domainToASCII } from 'node:url'
import * as z from 'zod'

/** What is no letter of a domain: beyond some of them the host of a URL ends, and what follows would be lost. */
const NO_DOMAIN = /[\s/?#@:\\%[\]*]/

/** A domain in ASCII, in lower case (RFC 5891); empty where the text is none. */
export const asciiDomain = (typed: string): string => (NO_DOMAIN.test(typed) ? '' : domainToASCII(typed.toLowerCase()))

const Address = z.email().max(254)

/**
 * A mail address in the one form in which it is kept: lower case, its domain in ASCII (RFC 5891), so that one person is one address.
 * `undefined`: it is none. Mail servers may tell cases apart before the @, and none does.
 */
export const mailAddressOf = (typed: string): string | undefined => {
  const text = typed.trim().toLowerCase()
  const at = text.lastIndexOf('@')
  const address = `${text.slice(0, at)}@${asciiDomain(text.slice(at + 1))}`
  return at > 0 && Address.safeParse(address).success ? address : undefined
}

export const domainOfMail = (mail: string): string => mail.slice(mail.lastIndexOf('@') + 1)

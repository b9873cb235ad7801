import { domainToASCII } from 'node:url'
import * as z from 'zod'

/**
 * Characters that are not allowed in a domain: after some of them the host of a URL ends and the rest would be lost.
 */
const NO_DOMAIN = /[\s/?#@:\\%[\]*]/

/** Returns a domain in lower-case ASCII (RFC 5891); empty if it is invalid. */
export const asciiDomain = (typed: string): string => (NO_DOMAIN.test(typed) ? '' : domainToASCII(typed.toLowerCase()))

const Address = z.email().max(254)

/**
 * Returns an email address in its stored form: lower case, with an ASCII domain (RFC 5891), so that one person has one
 * address. `undefined`: invalid. Servers could treat the local part as case-sensitive, but in practice none does.
 */
export const mailAddressOf = (typed: string): string | undefined => {
  const text = typed.trim().toLowerCase()
  const at = text.lastIndexOf('@')
  const address = `${text.slice(0, at)}@${asciiDomain(text.slice(at + 1))}`
  return at > 0 && Address.safeParse(address).success ? address : undefined
}

export const domainOfMail = (mail: string): string => mail.slice(mail.lastIndexOf('@') + 1)

import { type Find, matchesOf } from './pieces.ts'

const SERVICE =
  '(?:instagram|insta|ig|snapchat|snap|telegram|tg|twitter|tiktok|discord|skype|mastodon|bluesky|bsky|threads|wechat|line id|xbox|psn|gamertag|steam|venmo|cashapp|paypal|fb|user ?name|user id|handle|nickname|nick|benutzername|nutzername|pseudo|identifiant|usuario|alias|utilizador|utente|nome utente|gebruikersnaam|arroba|bizum)'

const PATTERNS = [
  /(?<![\p{L}\p{N}])@[\p{L}\p{N}_][\p{L}\p{N}_.-]{0,63}(?:@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,4})?/gu,
  /(?<![\p{L}\p{N}])@\s{1,2}(?=[\p{L}\p{N}_]{0,30}[\d_])(?=[\d_]{0,30}\p{L})[\p{L}\p{N}_]{3,31}/gu,
  /(?<![\p{L}\p{N}/])\/?u\/[\w-]{2,30}/gu,
  /(?<![\p{L}\p{N}.])[\w.]{2,32}#\d{4}(?!\d)/gu,
  new RegExp(
    String.raw`(?<![\p{L}\p{N}])${SERVICE}(?:\s(?:is|name|handle|id|account|user|ist|est|es|e|c['’]est|:|live:)){0,2}(?:\s{0,2}[:=-]\s{0,2}|\s(?:is|as|ist|est|es|e|als|come|como|comme|c'est|c’est)\s|\s(?=[\w.-]{0,30}[\d_.][\w]))(?:live:)?[@~]?(?<value>[\w](?:[\w-]|\.(?=\w)){2,39})`,
    'dgu',
  ),
]

/** Names of accounts: with "@", of Reddit, with a number of Discord, and those behind the name of a service. */
export const handlesIn: Find = ({ folded }) => PATTERNS.flatMap((pattern) => matchesOf('HANDLE', pattern, folded))

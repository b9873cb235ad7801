import { anyCase } from './cues.ts'

/* Parts of patterns for names. They contain only single blanks, because a name does not continue on the next line. */

export const CAPITAL = String.raw`\p{Lu}[\p{L}'’-]{1,24}(?:\.(?=\p{Lu}))?`
export const INITIAL = String.raw`\p{Lu}(?:\.|(?![\p{L}\p{N}]))`
const PARTICLE = `(?:van|von|vom|de|der|den|del|della|dello|dell['’]|degli|dei|dal|dalla|di|da|do|dos|das|du|des|la|las|los|le|y|e|i|bin|ben|ibn|al|el|ter|ten|te|tot|zu|zum|zur|st.?|d['’]|['’]t)`
export const FURTHER_NAME = `(?:(?: ${PARTICLE}){0,3} (?:[dl]['’])?(?:${CAPITAL}|${INITIAL}))`
const HONORIFICS =
  'mr|mrs|ms|miss|mister|mx|dr|dra|prof|profa|professor|professora|professore|doktor|doctor|doctora|doutor|doutora|docteur|herr|herrn|frau|hr|fr|fam|familie|famille|famiglia|familia|familia|dipl|ing|kfm|kff|kauffr|betriebsw|math|phys|oec|inf|päd|psych|habil|univ|msc|mba|mag|med|phil|jur|rer|nat|dent|vet|mme|mlle|madame|monsieur|mademoiselle|maître|m|sr|sra|srta|señor|señora|señorita|senhor|senhora|dona|doña|don|d|lic|arq|eng|engenheiro|engenheira|engº|seu|sig|signor|signora|signorina|dott|dottor|dottoressa|avv|avvocato|arch|geom|rag|ma|drs|ir|dhr|mevr|mevrouw|mw|meneer|heer|mej|rev|sir|lady|lord|capt|captain|sgt|officer'
/** Any number of titles before a name: "Dipl.-Ing.", "mr. drs.", "Sig.ra". */
export const HONORIFIC = String.raw`(?:(?:(?:${anyCase(HONORIFICS)})(?![\p{L}\p{N}'’])(?:\.(?:ssa|ra|na|o|a|ª|º)?\.?)?[- ]{0,2}){1,4})?`
export const NAME = `(?:(?:${INITIAL} ?-?){1,3}(?:\\(${CAPITAL}\\) )?(?:${PARTICLE} ){0,2}${CAPITAL}|${CAPITAL}|(?:[Vv]an|[Dd]e|[Vv]on|[Tt]en|[Tt]er|[Dd]i|[Dd]el|[Ll]a|[Ee]l|[Ll]e|[Ll]o) (?:der |den |la )?${CAPITAL})${FURTHER_NAME}{0,4}`
export const NAME_IN_ANY_CASE = String.raw`\p{L}[\p{L}'’-]{1,24}(?: (?:${PARTICLE} ){0,2}\p{L}[\p{L}'’-]{1,24}){0,2}`
export const FULL_NAME = String.raw`(?:${CAPITAL}|\p{Lu}\.)${FURTHER_NAME}{1,4}`

/** Returns the first word at an offset, folded; "" without a word, or with only an initial. */
export const firstWord = (folded: string, start: number): string =>
  /^(?!\p{L}\.)[\p{L}'’-]+/u.exec(folded.slice(start, start + 26))?.[0] ?? ''

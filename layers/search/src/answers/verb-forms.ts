import { termsOf } from '../index/index.ts'

/** English verbs whose forms have different stems, most used first. Forms that are also other words are omitted. */
const IRREGULAR =
  'go went gone,get got gotten,make made,know knew known,think thought,take took taken,see saw seen,come came,find found,give gave given,tell told,feel felt,become became,leave left,mean meant,keep kept,begin began begun,run ran,hold held,bring brought,write wrote written,sit sat,stand stood,lose lost,pay paid,meet met,speak spoke spoken,spend spent,grow grew grown,win won,teach taught,buy bought,understand understood,draw drew drawn,break broke broken,send sent,build built,fall fell fallen,choose chose chosen,eat ate eaten,sell sold,sleep slept,swim swam swum,drive drove driven,ride rode ridden,fly flew flown,sing sang sung,wear wore worn,throw threw thrown,catch caught,fight fought,forget forgot forgotten,hide hid hidden,steal stole stolen,wake woke woken,drink drank drunk,feed fed,lead led,lend lent,bend bent,shoot shot,dig dug,hang hung,ring rang rung,sink sank sunk,shake shook shaken,freeze froze frozen,forgive forgave forgiven,hear heard,say said,do did done,have had,deal dealt,dream dreamt,learn learnt,burn burnt,seek sought,swear swore sworn,tear tore torn,sweep swept,stick stuck,strike struck'

const FORMS: ReadonlyMap<string, string> = new Map(
  IRREGULAR.split(',').flatMap((forms) => {
    const [first, ...others] = forms.split(' ').flatMap(termsOf)
    return first === undefined ? [] : others.map((other) => [other, first] as const)
  }),
)

/** One term for all forms of a verb: a question may ask "did break" about "has broken". */
export const plainForm = (term: string): string => FORMS.get(term) ?? term

/** The terms of a text, with all forms of a verb as one. */
export const plainTerms = (text: string): ReadonlySet<string> => new Set(termsOf(text).map(plainForm))

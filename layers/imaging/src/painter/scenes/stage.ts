import { adjust } from '../oklch.ts'
import { SUBJECTS, type SubjectPosition } from '../subjects/draw-subject.ts'
import type { Plan } from './plan-landscape.ts'
import type { SceneOrder } from './scene.ts'

/** The drawings of the subjects that belong to a place. The first named is the largest and stands at the focus. */
export const subjectsIn = (
  { canvas, brief, palette, random }: SceneOrder,
  plan: Plan,
  place: SubjectPosition,
): string => {
  const { width, height } = canvas
  const unit = Math.min(width, height)
  const here = brief.subjects.slice(0, 5).filter(({ what }) => SUBJECTS[what].place === place)
  return here
    .map(({ what, colour }, rank) => {
      const branch = random.fork(`subject ${what}`)
      const kind = SUBJECTS[what]
      const isLeading = brief.subjects[0]?.what === what
      const step = (plan.focus < width / 2 ? 1 : -1) * (rank + (isLeading ? 0 : 0.6)) * unit * 0.34
      const x = Math.min(width * 0.9, Math.max(width * 0.1, isLeading ? plan.focus : plan.focus + step))
      const ground = { air: undefined, afloat: undefined, rise: plan.rise, near: plan.near }[place]
      const floor = ground?.[Math.round(x)]
      const y = {
        air: plan.horizon * (isLeading ? branch.between(0.72, 0.8) : branch.between(0.42, 0.56)),
        afloat:
          what === 'bridge' ? plan.shore + unit * 0.03 : plan.shore + (height - plan.shore) * branch.between(0.2, 0.34),
        rise: (floor ?? plan.shore) + unit * 0.006,
        near: (floor ?? height * 0.92) + unit * 0.008,
      }[place]
      const size = unit * kind.size * (isLeading ? branch.between(0.95, 1.08) : 0.62)
      const isAir = place === 'air' && what === 'birds'
      return kind.draw({
        x,
        y: isAir ? y * 0.62 : y,
        size,
        palette: { ...palette, land: adjust(palette.land, {}) },
        colour,
        lightFrom: plan.lightFrom,
        random: branch,
      })
    })
    .join('')
}

const SHAPES = {
  overview: 'M2.5 2.5h4.5v4.5h-4.5zM9 2.5h4.5v4.5H9zM2.5 9h4.5v4.5h-4.5zM9 9h4.5v4.5H9z',
  image: 'M2.5 3h11v10h-11zM2.5 11l3.5-3.5 3 3 1.5-1.5 3 3M10.5 6h.01',
  flag: 'M3.5 14V2.5h9l-2 3.5 2 3.5h-9',
  archive: 'M2.5 3h11v3h-11zM3.5 6v7h9V6M6.5 8.5h3',
  evidence: 'M2.5 2.5h8M2.5 5.5h8M2.5 8.5h4M7.5 11.5l2.5 2.5 4-5',
  trust: 'M8 1.75l5.5 2v4c0 3.2-2.2 5.4-5.5 6.5-3.3-1.1-5.5-3.3-5.5-6.5v-4zM5.5 8l2 2 3-3.5',
  reading: 'M4.5 2.5h7v11h-7zM2.5 4.5v7M13.5 4.5v7M6.5 5.5h3M6.5 8h3M6.5 10.5h1.5',
  flow: 'M2.5 2.5h4v4h-4zM9.5 9.5h4v4h-4zM6.5 4.5h5v5M4.5 6.5v5h5',
  consultation: 'M2 3h8v6H6l-2 2V9H2zM12 6h2v6h-1.5v2l-2-2H7.5',
  receipt: 'M3.5 2v12L5 13l1.5 1L8 13l1.5 1 1.5-1 1.5 1V2zM6 5.5h4M6 8.5h4',
  observe: 'M1.5 8.5h3l2-5.5 3 10 2-4.5h3',
  mention: 'M2.5 3h11v8h-6l-3 2.5V11h-2z',
  key: 'M9.5 6.5a3 3 0 1 0-2.6 3L8 8.5h1.5V10H11v1.5h2.5V10z',
  agent: 'M4 5.5h8v6H4zM8 5.5V3M6 8.5h.01M10 8.5h.01M2.5 8v2M13.5 8v2',
  people:
    'M6 7.5a2.25 2.25 0 1 0 0-4.5 2.25 2.25 0 0 0 0 4.5M2 13c0-2.2 1.8-4 4-4s4 1.8 4 4M10.5 3.2a2.2 2.2 0 0 1 0 4.2M11.5 9.2c1.5.5 2.5 2 2.5 3.8',
  billing: 'M2 4h12v8.5H2zM2 7h12M4.5 10h2.5',
  account: 'M8 8a2.75 2.75 0 1 0 0-5.5A2.75 2.75 0 0 0 8 8M3 13.5c0-2.5 2.2-4 5-4s5 1.5 5 4',
  documents: 'M4 2h5.5L12.5 5v9H4zM9 2v3.5h3.5M6 8.5h4M6 11h4',
  menu: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11',
  close: 'M4 4l8 8M12 4l-8 8',
  check: 'M3 8.5l3.5 3.5L13 4.5',
  alert: 'M8 2l6.5 11.5h-13zM8 6.5v3M8 11.5h.01',
  info: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12M8 7.5V11M8 5h.01',
  copy: 'M5.5 5.5h8v8h-8zM3 10.5h-.5v-8h8V3',
  search: 'M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10M10.8 10.8 14 14',
  theme: 'M8 2.5a5.5 5.5 0 1 0 0 11zM8 2.5a5.5 5.5 0 0 1 0 11',
  help: 'M6 6a2 2 0 1 1 2.8 1.8c-.6.3-.8.7-.8 1.4M8 11.5h.01M8 14.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13',
  down: 'M4 6l4 4 4-4',
  right: 'M6 4l4 4-4 4',
  plus: 'M8 3v10M3 8h10',
  more: 'M3.5 8h.01M8 8h.01M12.5 8h.01',
  clock: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12M8 4.5V8l2.5 1.5',
  upload: 'M8 10V2.5M5 5l3-3 3 3M2.5 10v3.5h11V10',
  refresh: 'M13 8a5 5 0 1 1-1.5-3.5L13 6M13 2.5V6H9.5',
  stop: 'M4.5 4.5h7v7h-7z',
} as const

export type IconName = keyof typeof SHAPES

/** A decorative icon next to a text with the same meaning, hidden from screen readers. */
export const Icon = ({ name }: { readonly name: IconName }) => (
  <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
    <path d={SHAPES[name]} />
  </svg>
)

import { TOKEN_STYLE } from '@signet/ui/tokens'

const BASE_STYLE = `*{box-sizing:border-box}
html{background:var(--ground);color:var(--ink);font:var(--text-14)/1.4286 var(--sans);font-variant-numeric:tabular-nums}
body{margin:0 auto;max-width:72rem;padding:1rem;overflow-wrap:break-word}
a{color:var(--accent);text-underline-offset:2px}strong,h1{unicode-bidi:isolate}code{font-family:var(--mono);font-size:var(--text-12);overflow-wrap:anywhere}
h1{font-size:var(--text-32);line-height:1.2;margin:.5rem 0 0}h2{font-size:var(--text-16);line-height:1.25;margin:0 0 .5rem}p{margin:0 0 .5rem}
header{display:flex;flex-wrap:wrap;gap:.5rem 1.5rem;align-items:end;justify-content:space-between;border-bottom:2px solid var(--accent);padding-bottom:1rem}
header ul,.links{display:flex;flex-wrap:wrap;gap:.25rem 1rem;list-style:none;margin:0;padding:0}
header a,footer a,.links a{display:inline-block;padding:.25rem 0}
.cards{display:grid;gap:1rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,20rem),1fr))}
section{border:1px solid var(--line);border-radius:var(--radius);padding:1rem;margin-top:1rem;min-width:0}.cards section{margin-top:0}.cards{margin-top:1rem}main>p{margin-top:1rem}dl+.second{margin-top:.5rem}
dl{display:grid;grid-template-columns:fit-content(50%) minmax(0,1fr);gap:.25rem 1rem;margin:0}dt,.second{color:var(--second)}dd{margin:0;overflow-wrap:anywhere}
table{border-collapse:collapse;width:100%}th,td{text-align:start;vertical-align:top;padding:.35rem .75rem .35rem 0;border-bottom:1px solid var(--line)}thead th{color:var(--second);font-weight:400}tbody th{font-weight:600}th .second{display:block;font-weight:400}
#certifications td:nth-child(2){white-space:nowrap}#again{margin-top:.5rem}
.scroll{overflow-x:auto}.scroll table{min-width:34rem}
.badge{display:inline-block;border:1px solid;border-radius:var(--radius);padding:.1rem .5rem;font-weight:650}
.ok{color:var(--ok)}.warn{color:var(--warn)}.danger{color:var(--danger)}
.note{border-inline-start:4px solid var(--warn);padding:.25rem .75rem;margin:1rem 0 0}
button,.button{display:inline-block;min-height:2.75rem;padding:.65rem 1rem;border:1px solid var(--accent);border-radius:var(--radius);background:var(--accent);color:var(--on-accent);font:inherit;font-weight:550;text-decoration:none;cursor:pointer}
[hidden],.paper{display:none}:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.files{list-style:none;margin:0;padding:0}.files li{border-bottom:1px solid var(--line);padding:.5rem 0}.files p{margin:.15rem 0}
footer{margin-top:2rem;color:var(--second)}
@media print{:root{color-scheme:light}body{max-width:none;padding:0}button,.button,.screen{display:none!important}section{break-inside:avoid}.scroll{overflow:visible}.scroll table{min-width:0}.paper{display:block}}
@media(max-width:40rem){.scroll table{min-width:0}.parties thead{display:none}.parties tr,.parties td,.parties th{display:block;border:0;padding:.1rem 0}.parties tr{border-bottom:1px solid var(--line);padding:.5rem 0}.parties td::before{color:var(--second)}.parties td:nth-child(2)::before{content:"Purpose: "}.parties td:nth-child(3)::before{content:"Data: "}.parties td:nth-child(4)::before{content:"Jurisdiction: "}.parties td:nth-child(5)::before{content:"Data processing agreement: "}}`

/** Colors of an organization on light and dark backgrounds, validated before they are stored. */
export interface Accent {
  readonly light: string
  readonly dark: string
}

const HEX = /^#[0-9a-f]{6}$/i

/** Returns the style sheet of a page. Values that are not colors are omitted. */
export const pageStyle = (accent: Accent | undefined): string => {
  const isColor = accent !== undefined && HEX.test(accent.light) && HEX.test(accent.dark)
  return `${TOKEN_STYLE}\n${BASE_STYLE}${isColor ? `\n:root{--accent:light-dark(${accent.light},${accent.dark})}` : ''}`
}

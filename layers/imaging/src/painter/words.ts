import { type Oklch, oklch } from './oklch.ts'

/** Subjects of a scene. The first one in a prompt decides the land, unless the prompt names a ground. */
export type Subject =
  | 'lighthouse'
  | 'castle'
  | 'house'
  | 'boat'
  | 'balloon'
  | 'tree'
  | 'person'
  | 'whale'
  | 'birds'
  | 'cat'
  | 'owl'
  | 'fox'
  | 'wolf'
  | 'deer'
  | 'horse'
  | 'bear'
  | 'elephant'
  | 'rabbit'
  | 'butterfly'
  | 'windmill'
  | 'bridge'
  | 'rocket'

/** Kinds of land, and from `space` on the scenes without land. */
export type Ground =
  | 'sea'
  | 'mountains'
  | 'forest'
  | 'desert'
  | 'hills'
  | 'city'
  | 'island'
  | 'space'
  | 'bloom'
  | 'abstract'
  | 'geometric'
  | 'portrait'

export type Time = 'dawn' | 'day' | 'sunset' | 'dusk' | 'night' | 'neon'

export type Weather =
  | 'clear'
  | 'clouds'
  | 'storm'
  | 'mist'
  | 'rain'
  | 'snow'
  | 'aurora'
  | 'fireflies'
  | 'rainbow'
  | 'stars'

type Lexicon<T extends string> = Readonly<Record<T, string>>

/** One line per meaning, words separated by spaces: English first, then some other languages and emoji. */
export const SUBJECT_WORDS: Lexicon<Subject> = {
  lighthouse: 'lighthouse beacon leuchtturm phare faro маяк 灯台 灯塔',
  castle: 'castle palace fortress citadel tower towers kingdom schloss burg château castillo замок 城 🏰 🏯',
  house: 'house cabin cottage hut home barn farm farmhouse chalet lodge village haus maison casa дом 家 🏠 🏡 🛖',
  boat: 'boat boats ship ships sailboat sailing yacht sail canoe sailor pirate schiff bateau barco 船 ⛵ 🚢 🛶',
  balloon: 'balloon balloons airship zeppelin 🎈',
  tree: 'tree cherry oak willow maple baum arbre árbol дерево 木 sakura 桜 🌳',
  person:
    'person man woman girl boy wanderer traveler traveller hiker astronaut knight samurai people figure child king queen wizard hero warrior monk explorer 🧍 🧙 🥷',
  whale: 'whale whales orca dolphin wal baleine ballena кит 鲸 🐋 🐳 🐬',
  birds:
    'bird birds crow crows raven seagull seagulls gull gulls swallow swallows eagle eagles geese flock crane oiseau vogel птица 鳥 🐦 🕊 🦅',
  cat: 'cat cats kitten kitty katze chat gato кот кошка 猫 🐱 🐈',
  owl: 'owl owls eule hibou сова 🦉',
  fox: 'fox foxes fuchs renard zorro лиса 狐 🦊',
  wolf: 'wolf wolves dog dogs puppy husky coyote hund loup perro lobo волк собака 狼 犬 🐺 🐕 🐶',
  deer: 'deer stag elk moose reindeer antelope hirsch cerf олень 鹿 🦌',
  horse: 'horse horses pony unicorn stallion pferd cheval caballo лошадь 馬 🐎 🐴 🦄',
  bear: 'bear bears grizzly bär ours oso медведь 熊 🐻',
  elephant: 'elephant elephants mammoth elefant éléphant elefante слон 象 🐘',
  rabbit: 'rabbit bunny hare hase lapin conejo заяц 兎 🐰 🐇',
  butterfly: 'butterfly butterflies moth schmetterling papillon mariposa бабочка 蝶 🦋',
  windmill: 'windmill windmills mill mühle moulin molino',
  bridge: 'bridge viaduct aqueduct brücke pont puente мост 橋 🌉',
  rocket: 'rocket spaceship spacecraft starship shuttle rakete ракета 🚀',
}

export const GROUND_WORDS: Lexicon<Ground> = {
  sea: 'sea ocean beach coast coastal shore waves wave lake lakeside river bay harbor harbour lagoon fjord water pond meer see mer mar océano lac río море озеро река 海 湖 川 🌊 🏖',
  mountains:
    'mountain mountains peak peaks alps alpine summit cliff cliffs canyon valley volcano glacier everest himalaya fuji berg berge montagne montaña горы гора 山 🏔 ⛰ 🗻 🌋',
  forest: 'forest woods woodland trees pines pine jungle grove redwood wald forêt bosque лес 森 🌲 🌴',
  desert: 'desert dunes dune sahara sand oasis pyramid camel mars wüste désert desierto пустыня 砂漠 🏜 🐪',
  hills:
    'hill hills meadow field fields countryside pasture tuscany prairie grass grassland plains savanna savannah steppe wiese campagne поле 草原 🌾',
  city: 'city skyline cityscape skyscraper skyscrapers downtown metropolis street streets tokyo york town urban building buildings architecture cyberpunk stadt ville ciudad город 城市 都市 東京 🏙 🌃 🌆',
  island: 'island islands archipelago atoll insel île isla остров 島 🏝',
  space:
    'space galaxy galaxies nebula planet planets cosmos cosmic universe asteroid saturn jupiter orbit interstellar weltraum espace espacio космос планета 宇宙 🪐 🌌 🌠 👽 🛸',
  bloom:
    'flower flowers rose roses tulip tulips sunflower sunflowers daisy daisies lotus peony orchid blossom blossoms bouquet botanical lily poppy poppies garden dahlia blume blumen fleur flor flores цветок цветы 花 🌸 🌹 🌻 🌷 🌺 🌼 💐 🪷',
  abstract:
    'abstract fluid marble swirl swirls flow flowing liquid paint ink smoke texture dream dreams music emotion emotions psychedelic fractal waveform gradient wallpaper chaos energy fire flame flames 🎨 🎵 🔥 💫',
  geometric:
    'geometric geometry pattern bauhaus cubist cubism minimalist minimal mosaic shapes circles triangles squares logo icon poster polygon tessellation kandinsky mondrian deco 🔷 🔶 🔺',
  portrait:
    'portrait face headshot selfie profile bust model lady gentleman porträt retrato портрет 👩 👨 👧 👦 🧑 😀 😊 🙂',
}

export const TIME_WORDS: Lexicon<Time> = {
  dawn: 'dawn sunrise morning daybreak aube amanecer morgen рассвет 朝 🌅 🌄',
  day: 'day daylight noon midday sunny bright summer afternoon blue-sky tropical cheerful happy sommer été verano лето 昼 夏 ☀ 🌞',
  sunset: 'sunset golden evening autumn fall warm amber coucher sonnenuntergang atardecer закат 夕日 🌇 🍂 🍁',
  dusk: 'dusk twilight gloaming purple-hour nostalgic melancholy romantic dämmerung crépuscule сумерки 夕暮れ',
  night:
    'night midnight moon moonlit moonlight starry dark nocturnal lantern lanterns nacht nuit noche ночь луна 夜 月 🌙 🌕 🌜',
  neon: 'neon cyberpunk synthwave vaporwave retrowave futuristic holographic glowing tron',
}

export const WEATHER_WORDS: Lexicon<Weather> = {
  clear: 'clear cloudless serene calm',
  clouds: 'cloud clouds cloudy overcast dramatic wolken nuages облака 雲 ☁ ⛅',
  storm:
    'storm storms stormy thunder thunderstorm thunderstorms lightning tempest hurricane raging apocalyptic sturm orage tormenta буря 嵐 ⛈ 🌩 ⚡',
  mist: 'mist misty fog foggy haze hazy ethereal mysterious dreamy nebel brume niebla туман 霧 🌫',
  rain: 'rain rainy wet drizzle downpour regen pluie lluvia дождь 雨 🌧 ☔',
  snow: 'snow snowy winter frost frozen ice icy blizzard christmas arctic polar schnee neige nieve снег зима зимой зимний 雪 冬 ❄ ☃ 🎄',
  aurora: 'aurora borealis northern-lights polarlicht сияние オーロラ',
  fireflies: 'firefly fireflies magic magical enchanted fairy fairies sparkle sparkles lanterns ✨',
  rainbow: 'rainbow regenbogen arc-en-ciel радуга 虹 🌈',
  stars: 'star stars starry milky-way constellation sterne étoiles estrellas звёзды звезды 星 ⭐ 🌟',
}

const colorEntries = (l: number, c: number, h: number, words: string): readonly [string, Oklch][] =>
  words.split(' ').map((word) => [word, oklch(l, c, h)])

export const COLOR_WORDS: ReadonlyMap<string, Oklch> = new Map([
  ...colorEntries(0.6, 0.21, 27, 'red scarlet crimson ruby vermilion rot rouge rojo красный 赤 红 ❤'),
  ...colorEntries(0.45, 0.15, 20, 'burgundy maroon wine bordeaux'),
  ...colorEntries(0.72, 0.16, 45, 'orange tangerine coral apricot оранжевый 🧡'),
  ...colorEntries(0.62, 0.11, 50, 'copper bronze rust terracotta sienna'),
  ...colorEntries(0.84, 0.16, 88, 'yellow gold lemon mustard gelb jaune amarillo жёлтый 黄 💛'),
  ...colorEntries(0.68, 0.19, 142, 'green grün vert verde зелёный 緑 绿 💚'),
  ...colorEntries(0.58, 0.14, 155, 'emerald jade'),
  ...colorEntries(0.6, 0.1, 120, 'olive moss sage'),
  ...colorEntries(0.87, 0.19, 130, 'lime chartreuse'),
  ...colorEntries(0.75, 0.12, 190, 'teal turquoise aqua cyan aquamarine бирюзовый'),
  ...colorEntries(0.88, 0.08, 170, 'mint seafoam'),
  ...colorEntries(0.58, 0.17, 255, 'blue azure cobalt sapphire blau bleu azul синий голубой 青 蓝 💙'),
  ...colorEntries(0.36, 0.11, 265, 'navy indigo ultramarine'),
  ...colorEntries(0.55, 0.2, 300, 'purple violet amethyst lila pourpre morado фиолетовый 紫 💜'),
  ...colorEntries(0.77, 0.1, 305, 'lavender lilac mauve wisteria'),
  ...colorEntries(0.62, 0.25, 335, 'magenta fuchsia'),
  ...colorEntries(0.77, 0.15, 355, 'pink rosy salmon blush cherry sakura 桜 rosa розовый 桃 💗'),
  ...colorEntries(0.42, 0.07, 55, 'brown chocolate coffee umber braun marron коричневый 🤎'),
  ...colorEntries(0.88, 0.05, 85, 'beige cream ivory sepia tan'),
  ...colorEntries(0.97, 0.005, 95, 'white snow-white weiß blanc blanco белый 白 🤍'),
  ...colorEntries(0.18, 0.01, 270, 'black ebony onyx schwarz noir negro чёрный 黒 黑 🖤'),
  ...colorEntries(0.6, 0.012, 250, 'grey gray silver ash charcoal monochrome grau gris серый 灰'),
])

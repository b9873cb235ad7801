/** Words behind the name of a street, with its number before: "12 Rose Lane". Folded, as everything here. */
export const STREETS_BEHIND =
  'street|st|road|rd|avenue|ave|av|boulevard|blvd|lane|ln|drive|dr|court|ct|place|pl|square|sq|terrace|tce|crescent|cres|close|way|parade|pde|parkway|pkwy|highway|hwy|row|gardens|gdns|grove|hill|mews|walk|loop|circle|cir|trail|rise|view|park|green|quay|wharf|esplanade|circuit|cct|alley|bend|ridge|pike|turnpike|path|heights|mount|vale|estate|dock|bank|strand|bothar'

/** Streets of French, with the number before or behind: "12, rue de la Paix", "rue du Midi 4". */
export const FRENCH_STREETS =
  'rue|avenue|av|av.|ave|boulevard|bd|bld|blvd|place|pl.|chemin|ch.|allee|allees|impasse|imp.|quai|route|rte|passage|cours|square|sentier|venelle|ruelle|residence|lotissement|hameau|lieu-dit|faubourg|rond-point|esplanade|montee|clos|dreve|chaussee|lieudit|residences'

/** Words before the name of a street, with its number behind: "Via Roma, 12". */
export const STREETS_BEFORE =
  'calle|c/|c.|cl|avenida|avda|avda.|av|plaza|pza|pza.|plza|paseo|p.o|pso|ronda|camino|cno|carretera|ctra|ctra.|travesia|glorieta|callejon|rambla|bulevar|urbanizacion|urb.|calzada|privada|cerrada|prolongacion|diagonal|pasaje|pje|via|viale|v.le|piazza|p.za|p.zza|piazzale|corso|c.so|vicolo|vico|largo|lungomare|lungotevere|strada|contrada|c.da|salita|galleria|rua|r.|travessa|tv.|praca|pca.|largo|alameda|al.|estrada|estr.|rodovia|rod.|beco|calcada|ladeira|praceta|rotunda|bairro|quinta|vila|viela|caminho|pç.|pca.|pça.|lg.|lgo.|l.go|p.le|trav.|trv.|azinhaga|urb|avª|av.ª|av.a|jd.|str.|loc.|jr.|jiron|cond.|condominio|localita|frazione|b.go|vle|pzza|p.tta|piazzetta|fondamenta|sestiere|carrera|cra|cra.|kra|transversal|plz.|pº|carrer|cami|avinguda|passeig|rambla|psje|psje.|fraz.|estrada nacional|costanilla|escadinhas|rio tera|travessera|cascina|pcta'

/** Kinds of streets and places that are other words as well: a postcode with its town must follow. */
export const STREETS_PLACED =
  'pc|pc.|lgo|tr.|az.|est.|urbanizacao|lugar de|lugar do|lugar da|sitio|avenida|quadra|qd.|setor|jardim|str|loc.|borgo|viuzza|calle|campo|campiello|rione|traversa|plz|pl|pl.|cº|c.o|cno.|bº|partida|poligono|pol. ind.|placa|rua do|ruas|gral|gral.|bvar|bvar.|blvr|finca|barrio|cuesta|subida|bajada|senda|vereda|cjon|colonia|circuito|retorno|andador|eje|libramiento|periferico|escadas|patio|avda|rodovia|servidao|via|v.|sp|ss|cite|villa|traverse|cour|galerie|res|res.|lot.|ham.|promenade|parvis|voie|digue|sente|mail|zac|za|zi|fg|fbg|lieu dit|lieudit|quartier|domaine|port|corniche|cote|chemins|rues|residences'

/** Endings of streets in one word: "Lindenhofweg 14", "Spoorkade 101-3hg". */
export const STREET_ENDINGS =
  'strasse|straße|straβe|plads|stig|graben|gang|tor|bogen|twiete|redder|steinweg|winkel|anger|garten|park|schleife|stiege|brucke|promenade|strasse|pfad|bruch|horn|acker|laantje|weide|gaarde|erf|oord|haven|brink|poort|park|hout|kant|wende|warf|drift|zicht|brug|dam|meent|esplanade|markt|wijk|tuin|heide|donk|str.|str|weg|gasse|gassli|platz|allee|ring|damm|ufer|steig|stieg|pfad|chaussee|zeile|gurtel|kai|promenade|siedlung|strasschen|hof|wiese|wiesen|berg|feld|rain|straat|laan|kade|plein|gracht|dijk|singel|hof|pad|dreef|steeg|baan|plantsoen|lei|steenweg|markt|burg|kamp|akker|veld|wal|hoek|horst|dwarsstraat|stationsstraat'

/** Streets of German that begin with a preposition, and of two words. */
export const STREETS_APART = String.raw`(?:(?:an|auf|in|im|am|bei|beim|zum|zur|unter|hinter|vor|hinterm|unterm)\s(?:(?:der|den|dem|die|das|alten|neuen|hohen|grossen|kleinen|oberen|unteren)\s){0,2}[\p{L}-]{3,30}|[\p{L}-]{3,30}\s(?:strasse|straße|str\.|weg|gasse|platz|allee|ring|damm|ufer|straat|laan|kade|plein|gracht|dijk|singel|steenweg)|(?:de|het|oude|nieuwe|grote|kleine|lange|korte)\s[\p{L}-]{3,30}(?:straat|laan|kade|plein|gracht|dijk|singel|weg|markt|pad)?)`

/** What an address names below the house. */
export const UNITS =
  'chalet|bungalow|adosado|duplex|parcela|parc|appt|bldg|building|tower|gate|stairs|haus|hs nr|gebaude|aufgang|eingang|zimmer|studio|rez|sous-sol|lgt|logement|atico|entlo|entresuelo|planta|pl|edificio|edif|ed|manzana|mz|lote|lt|interior|exterior|ext|nave|urb|fase|portaria|conjunto|cj|cjto|quadra|qd|casa|lj|loja|cobertura|anexo|sobreloja|entrada|pal|pal.|sc|sc.|corte|app|kamer|toren|gebouw|appartement|etg|apt|apartment|unit|suite|ste|flat|floor|fl|room|rm|lot|level|block|wohnung|whg|top|tur|stiege|stock|og|dg|eg|hinterhaus|hh|vorderhaus|appt|appartement|app|etage|esc|escalier|bat|batiment|bte|boite|hall|porte|cedex|bp|piso|puerta|pta|portal|esc|escalera|bajo|int|interior|depto|dpto|departamento|oficina|of|colonia|col|delegacion|barrio|casa|apto|ap|apartamento|bloco|bl|andar|sala|fracao|lote|torre|cep|c.p|cp|cap|scala|interno|piano|int|palazzina|bus|verdieping|hs|huis|esq|dto|frente|r/c|cave|km|b.o|bairro|centro'

/** Parts of a house that need no number. */
export const PARTS =
  'hinterhaus|vorderhaus|gartenhaus|seitenflugel|hinterhof|rechts|links|mitte|parterre|dachgeschoss|erdgeschoss|souterrain|rez-de-chaussee|rdc|sous-sol|atico|bajo|bajos|entresuelo|principal|ppal|derecha|izquierda|izda|dcha|centro|rez do chao|res-do-chao|r/c|cave|frente|tras|fundos|terreo|piano terra|piano rialzato|attico|mansarda|seminterrato|begane grond|bel-etage|souterrain|boven|beneden|ground floor|basement|top floor|first floor|s/n'

/** Houses that have a name: "Rose Cottage, 3 Church Lane". */
export const NAMED_HOUSES =
  'cottage|house|lodge|farm|farmhouse|barn|villa|manor|hall|mill|court|mansions|cottages|bungalow|rectory|vicarage|croft|apartments|works|business park|industrial estate'

/** Prepositions before streets, in German and Dutch. */
export const STREET_PREPOSITIONS =
  'an|auf|in|im|am|ans|bei|beim|zum|zur|unter|hinter|vor|hinterm|unterm|uber|neben|achter|aan|op|onder|bij|voor|boven|buiten|over|langs|de|het|den|’t|in’t|oude|nieuwe|grote|kleine|lange|korte|alte|alter|altes|neue|neuer|neues|grosse|grosser|kleine|kleiner|obere|oberer|untere|unterer|hohe|hoher|lange|langer|strasse|straße|platz|bei der|rue|via'

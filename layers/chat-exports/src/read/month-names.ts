/**
 * Names of months, long and short, without accents and dots, as dates have them in English, German, French, Spanish,
 * Portuguese, Italian, Dutch, Swedish, Danish, Norwegian, Finnish, Polish, Czech, Turkish, Russian, Ukrainian,
 * Indonesian, Romanian, Hungarian and Greek (Unicode CLDR, as Node.js 24 has it).
 */
export const MONTH_NAMES: readonly string[] = [
  'january jan januar janvier janv enero ene janeiro gennaio gen januari tammikuu tammikuuta tammi styczen stycznia sty leden ledna led ocak oca январь января янв січень січня січ ianuarie ian ιανουαριου ιαν',
  'february feb februar fevrier fevr febrero fevereiro fev febbraio februari helmikuu helmikuuta helmi luty lutego lut unor unora uno subat sub февраль февраля февр лютии лютого лют februarie febr φεβρουαριου φεβ',
  'march mar marz mars marzo marco maart mrt marts maaliskuu maaliskuuta maalis marzec marca brezen brezna bre mart март марта мар березень березня бер maret martie marcius marc μαρτιου μαρ',
  'april apr avril avr abril abr aprile huhtikuu huhtikuuta huhti kwiecien kwietnia kwi duben dubna dub nisan nis апрель апреля апр квітень квітня квіт aprilie aprilis απριλιου απρ',
  'may mai mayo maio maggio mag mei maj toukokuu toukokuuta touko maja kveten kvetna kve mayıs маи мая травень травня трав majus μαιου μαι',
  'june jun juni juin junio junho giugno giu kesakuu kesakuuta kesa czerwiec czerwca cze cerven cervna cvn haziran haz июнь июня июн червень червня черв iunie iun junius ιουνιου ιουν',
  'july jul juli juillet juil julio julho luglio lug heinakuu heinakuuta heina lipiec lipca lip cervenec cervence cvc temmuz tem июль июля июл липень липня лип iulie iul julius ιουλιου ιουλ',
  'august aug aout agosto ago augustus augusti elokuu elokuuta elo sierpien sierpnia sie srpen srpna srp agustos agu август августа авг серпень серпня серп agustus augusztus αυγουστου αυγ',
  'sept september sep septembre septiembre setembro set settembre syyskuu syyskuuta syys wrzesien wrzesnia wrz zari zar eylul eyl сентябрь сентября сент вересень вересня вер septembrie szeptember szept σεπτεμβριου σεπ',
  'october oct oktober okt octobre octubre outubro out ottobre ott lokakuu lokakuuta loka pazdziernik pazdziernika paz rijen rijna rij ekim eki октябрь октября окт жовтень жовтня жовт octombrie οκτωβριου οκτ',
  'november nov novembre noviembre novembro marraskuu marraskuuta marras listopad listopada lis listopadu kasım kas ноябрь ноября нояб листопад листопада лист noiembrie νοεμβριου νοε',
  'december dec dezember dez decembre diciembre dic dezembro dicembre desember des joulukuu joulukuuta joulu grudzien grudnia gru prosinec prosince pro aralık ara декабрь декабря дек грудень грудня груд decembrie δεκεμβριου δεκ',
]

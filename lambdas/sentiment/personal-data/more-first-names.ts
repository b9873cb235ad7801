/**
 * First names that the generated lists lack, folded: from Turkey, China, India, Africa, Ukraine, Japan, Korea, and
 * short forms.
 */
export const MORE_NAMES: readonly string[] = [
  'aafke adaeze adebayo adjoa ainhoa akira aleksei ananya anastasiia andriy angharad antia anxo',
  'arantxa assuntina babatunde beppi bouke breixo cemile chen chidi chinonso ciccio concettina',
  'dmitri dmitry dmytro doutzen efua eilidh eirlys emyr eneko evgeny femi fokke folake foppe franzi',
  'froukje garazi geertje gethin girgl gorka gosia goulven gulsum guoqiang gwenllian hannerl hao',
  'haoran haruto havva hiroshi hyejin hylke iestyn ihor izaskun jaume jiahao jianguo jiayi jihoon',
  'jing jisoo jitske jiwoo juninho kasia kavita keiko keisha ketut koebi koldo komang lakeisha',
  'lerato liesl lihua lyudmila lyudmyla maialen mengyao meritxell mhairi mimmo minho minjun morag',
  'myfanwy mykhailo mykola naciye naoko nataliya nazli ndeye ngozi nneka nolwenn nomvula nuccio',
  'nunzia nyoman obinna oihane oksana oleksandr oleksandra olha oluwaseun oriol ostap pavlo peppe',
  'peppino petro pinuccio pradeep prakash queralt quim rajesh rekha riet rozenn ruaridh ruoxi',
  'sabela sadhbh sandeep saniye sanjeev satilmis satoshi schorsch seojun sergey serhiy serife',
  'shaniqua sietse sietske sipho sjaan sjoukje soizic solomiia soojin srinivas stasiu subramaniam',
  'sunil svitlana swati sybren takashi tamika thabo thandiwe tiao tifenn tjeerd tjitske toninho',
  'toze truus tunde uli uwe uxia venkatesh viktoriya vivek volodymyr vroni vyacheslav wastl wayan',
  'wei weiwei wiebe wietske wubbo xabier xiana xiao xiaoming xin xinyi xoan yaroslav yetunde yevhen',
  'yifan ying yoko yuki yulia yuting zeca zhang zihan zosia',
].flatMap((line) => line.split(' '))

/** First names that are also other words. */
export const MORE_NAMES_AND_WORDS: readonly string[] =
  'ama ander asli awa ayu basia brais cem chico duc fang gul hui huy ion josu jun li mai mei min moni montse nam nur ola pau pinar pino putu ria roi sakura sultan tano tizi toos tuba uche unai yan yaw'.split(
    ' ',
  )

import { fail, notImplemented } from '../bson/errors.js';

const words = (text: string) => new Set(text.split(/\s+/));

/** MongoDB's codes and messages for operators that it does not know either, by kind. */
const unknown = {
  filter: [
    2,
    (name: string) =>
      `unknown top level operator: ${name}. If you have a field name that starts with a '$' symbol, consider using $getField or $setField.`,
  ],
  condition: [2, (name: string) => `unknown operator: ${name}`],
  update: [
    9,
    (name: string) =>
      `Unknown modifier: ${name}. Expected a valid update modifier or pipeline-style update specified as an array`,
  ],
  push: [2, (name: string) => `Unrecognized clause in $push: ${name}`],
  stage: [40324, (name: string) => `Unrecognized pipeline stage name: '${name}'`],
  accumulator: [15952, (name: string) => `unknown group operator '${name}'`],
  expression: [168, (name: string) => `Unrecognized expression '${name}'`],
} as const;
export type OperatorKind = keyof typeof unknown;

/** MongoDB's operators that this server does not have, by kind. */
export const missing: Record<OperatorKind, ReadonlySet<string>> = {
  filter: words('$where $text $sampleRate $jsonSchema $alwaysTrue $alwaysFalse $comment'),
  condition: words(
    `$all $options $comment $mod $bitsAllSet $bitsAllClear $bitsAnySet $bitsAnyClear $geoWithin $geoIntersects $near
    $nearSphere $within $geoNear $maxDistance $minDistance`,
  ),
  update: words('$bit $rename $mul $currentDate'),
  push: words('$slice $sort'),
  stage: words(
    `$addFields $replaceRoot $replaceWith $count $lookup $facet $out $merge $graphLookup $bucket $bucketAuto
    $sortByCount $unionWith $documents $changeStream $geoNear $search $searchMeta $vectorSearch $redact
    $setWindowFields $densify $fill $indexStats $planCacheStats $currentOp $listSessions $listLocalSessions
    $listSearchIndexes $changeStreamSplitLargeEvent $querySettings`,
  ),
  accumulator: words(
    `$avg $last $addToSet $mergeObjects $count $accumulator $median $percentile $stdDevPop $stdDevSamp $firstN
    $lastN $minN $maxN $top $topN $bottom $bottomN`,
  ),
  expression: words(
    `$abs $accumulator $acos $acosh $allElementsTrue $anyElementTrue $arrayElemAt $arrayToObject $asin $asinh $atan
    $atan2 $atanh $avg $binarySize $bitAnd $bitNot $bitOr $bitXor $bsonSize $ceil $cmp $concat $const $convert $cos
    $cosh $dateAdd $dateDiff $dateFromParts $dateFromString $dateSubtract $dateToParts $dateToString $dayOfMonth
    $dayOfWeek $dayOfYear $degreesToRadians $divide $encStrContains $exp $expr $first $firstN $floor $function
    $getField $hour $in $indexOfArray $indexOfBytes $indexOfCP $isArray $isoDayOfWeek $isoWeek $isoWeekYear $last
    $lastN $let $ln $log $log10 $ltrim $maxN $median $mergeObjects $meta $millisecond $min $minN $minute $mod $month
    $multiply $objectToArray $percentile $pow $radiansToDegrees $rand $range $reduce $regexFind $regexFindAll
    $regexMatch $replaceAll $replaceOne $reverseArray $round $rtrim $sampleRate $second $setDifference $setEquals
    $setField $setIntersection $setIsSubset $setUnion $sin $sinh $sortArray $split $sqrt $stdDevPop $stdDevSamp
    $strLenBytes $strLenCP $strcasecmp $substr $substrBytes $substrCP $sum $switch $tan $tanh $toBool $toDate
    $toDecimal $toDouble $toHashedIndexKey $toInt $toLong $toLower $toObjectId $toString $toUUID $toUpper $trim
    $trunc $tsIncrement $tsSecond $unsetField $week $year $zip`,
  ),
};

/**
 * Throws for an operator that this server does not have: NotImplemented (238) if MongoDB has it, otherwise
 * MongoDB's error for an unknown operator.
 */
export function refuseOperator(kind: OperatorKind, name: string): never {
  if (missing[kind].has(name)) throw notImplemented(name);
  const [code, message] = unknown[kind];
  return fail(code, message(name));
}

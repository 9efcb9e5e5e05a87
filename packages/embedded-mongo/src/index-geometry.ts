import { asNumber, describeDoc } from './describe.js';
import { isDoc } from './semantics/document.js';
import { notImplemented, ServerError } from './semantics/errors.js';
import { isNumber } from './semantics/numbers.js';
import { valuesAtPath } from './semantics/paths.js';
import type { Doc } from './semantics/types.js';

/** The two numbers of a position; undefined for anything else. */
function position(value: unknown): [number, number] | undefined {
  const parts = Array.isArray(value) ? (value as unknown[]) : isDoc(value) ? Object.values(value) : [];
  const [x, y] = parts;
  return isNumber(x) && isNumber(y) ? [asNumber(x)!, asNumber(y)!] : undefined;
}

/** Why a value cannot stand in a 2dsphere index; undefined where it can. */
function sphereFault(value: unknown): string | undefined {
  if (!isDoc(value) && !Array.isArray(value)) return 'geo element must be an array or object';
  const type = isDoc(value) ? value.type : undefined;
  if (typeof type !== 'string') return pairFault(value);
  const { coordinates, crs } = value as Doc;
  if (crs !== undefined) throw notImplemented('A crs in a 2dsphere index');
  if (type === 'Point') return pointFault(coordinates);
  if (type === 'LineString') return lineFault(coordinates);
  if (['Polygon', 'MultiPoint', 'MultiLineString', 'MultiPolygon', 'GeometryCollection'].includes(type))
    throw notImplemented(`A ${type} in a 2dsphere index`);
  return `unknown GeoJSON type: ${describeDoc(value as Doc)}`;
}

function pairFault(value: unknown): string | undefined {
  const pair = position(value);
  if (!pair) return 'Point must only contain numeric elements';
  const [lng, lat] = pair;
  if (Math.abs(lng) <= 180 && Math.abs(lat) <= 90) return undefined;
  return `longitude/latitude is out of bounds, lng: ${lng} lat: ${lat}`;
}

const pointFault = (value: unknown): string | undefined =>
  Array.isArray(value) ? pairFault(value) : 'Point must be an array or object';

function lineFault(value: unknown): string | undefined {
  if (!Array.isArray(value)) return 'GeoJSON coordinates must be an array of coordinates';
  for (const item of value) {
    const fault = pointFault(item);
    if (fault) return fault;
  }
  const line = value.map((item) => position(item)!);
  const steps = line.slice(1).filter(([x, y], i) => x !== line[i]![0] || y !== line[i]![1]);
  if (steps.length === 0) return `GeoJSON LineString must have at least 2 vertices: ${JSON.stringify(line)}`;
  if (line.some(([x, y], i) => i > 0 && y === -line[i - 1]![1] && Math.abs(x - line[i - 1]![0]) === 180))
    throw notImplemented('A line between antipodes');
  return undefined;
}

/** Throws for a document that a 2dsphere index does not take. */
export function checkSphere(doc: Doc, path: string): void {
  for (const value of valuesAtPath(doc, path, false)) {
    if (value === undefined || value === null) continue;
    const fault = sphereFault(value);
    if (fault) throw new ServerError(16755, `Can't extract geo keys: ${describeDoc(doc)}  ${fault}`);
  }
}

/** Throws for a document that a 2d index does not take. */
export function checkPlane(doc: Doc, path: string, spec: Doc): void {
  const min = asNumber(spec.min) ?? -180;
  const max = asNumber(spec.max) ?? 180;
  for (const value of valuesAtPath(doc, path, false)) {
    if (value === undefined || value === null) continue;
    const pair = position(value);
    if (!pair) throw notImplemented('A value other than a pair of numbers in a 2d index');
    if (!pair.every((n) => n >= min && n < max))
      throw new ServerError(13027, `point not in interval of [ ${min}, ${max} ]`);
  }
}

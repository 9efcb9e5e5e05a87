import { Schema, type Types } from 'mongoose';
import { describe, expect, it } from 'vitest';
import { mongooseConnection } from '../testing/mongoose.js';

const db = mongooseConnection();

interface Author {
  name: string;
  age: number;
}
interface Book {
  title: string;
  author: Types.ObjectId;
  year: number;
}
const books = () => {
  const author = new Schema<Author>({ name: String, age: Number });
  author.virtual('books', { ref: 'Book', localField: '_id', foreignField: 'author' });
  author.virtual('bookCount', { ref: 'Book', localField: '_id', foreignField: 'author', count: true });
  return {
    Author: db().model('Author', author),
    Book: db().model(
      'Book',
      new Schema<Book>({
        title: String,
        author: { type: Schema.Types.ObjectId, ref: 'Author' },
        year: Number,
      }),
    ),
  };
};

async function library() {
  const { Author, Book } = books();
  const ann = await Author.create({ name: 'ann', age: 30 });
  const bob = await Author.create({ name: 'bob', age: 60 });
  await Book.insertMany(
    [1, 2, 3, 4].map((year) => ({ title: `book ${year}`, author: year < 4 ? ann._id : bob._id, year })),
  );
  return { Author, Book, ann, bob };
}

describe('populate', () => {
  it('follows virtuals with match, sort, per-document limit and counts', async () => {
    const { Author } = await library();
    const found = await Author.find()
      .sort('name')
      .populate([
        { path: 'books', match: { year: { $gt: 1 } }, options: { sort: { year: -1 } }, perDocumentLimit: 1 },
        { path: 'bookCount' },
      ])
      .lean<{ name: string; books: Book[]; bookCount: number }[]>();
    expect(found.map(({ name, books, bookCount }) => [name, books.map((b) => b.title), bookCount])).toEqual([
      ['ann', ['book 3'], 3],
      ['bob', ['book 4'], 1],
    ]);
  });

  it('returns null if the match fails or the document is gone, and keeps the order of the parents', async () => {
    const { Author, Book, bob } = await library();
    await Author.deleteOne({ _id: bob._id });
    const found = await Book.find()
      .sort({ year: -1 })
      .populate<{ author: Author | null }>({
        path: 'author',
        match: { age: { $lt: 40 } },
        select: 'name -_id',
      })
      .lean();
    expect(found.map(({ author }) => author)).toEqual([
      null,
      { name: 'ann' },
      { name: 'ann' },
      { name: 'ann' },
    ]);
  });

  it('reads the model from a path of the document, also in arrays', async () => {
    const { Author, Book, ann } = await library();
    const book = (await Book.findOne({ year: 4 }))!;
    const Shelf = db().model(
      'Shelf',
      new Schema({
        items: [{ _id: false, kind: String, item: { type: Schema.Types.ObjectId, refPath: 'items.kind' } }],
      }),
    );
    await Shelf.create({
      items: [
        { kind: 'Author', item: ann._id },
        { kind: 'Book', item: book._id },
      ],
    });
    const shelf = await Shelf.findOne().populate('items.item').lean();
    expect(shelf?.items.map(({ item }) => item)).toMatchObject([{ name: 'ann' }, { title: 'book 4' }]);
    expect(
      await Author.countDocuments({ _id: { $in: shelf?.items.map(({ item }) => item) } }).catch(() => 0),
    ).toBe(1);
  });

  it('populates two levels', async () => {
    const { Book } = await library();
    const Review = db().model(
      'Review',
      new Schema({ book: { type: Schema.Types.ObjectId, ref: 'Book' }, stars: Number }),
    );
    await Review.create({ book: (await Book.findOne({ year: 1 }))!._id, stars: 5 });
    const review = await Review.findOne()
      .populate({ path: 'book', populate: { path: 'author' } })
      .lean();
    expect(review).toMatchObject({ stars: 5, book: { title: 'book 1', author: { name: 'ann' } } });
  });
});

describe('discriminators', () => {
  it('filter by kind in finds, counts, updates and aggregations', async () => {
    const Event = db().model('Event', new Schema({ at: Number }, { discriminatorKey: 'kind' }));
    const Click = Event.discriminator('Click', new Schema({ button: String }));
    const Visit = Event.discriminator('Visit', new Schema({ page: String }));
    await Event.create([{ at: 1 }]);
    await Click.create({ at: 2, button: 'left' });
    await Visit.create([
      { at: 3, page: 'home' },
      { at: 4, page: 'help' },
    ]);
    expect(await Visit.countDocuments({ at: { $gt: 3 } })).toBe(1);
    expect((await Event.find().sort('at')).map((event) => event.get('kind') as string)).toEqual([
      undefined,
      'Click',
      'Visit',
      'Visit',
    ]);
    expect((await Visit.updateMany({}, { page: 'gone' })).modifiedCount).toBe(2);
    expect(await Visit.aggregate([{ $group: { _id: '$page', n: { $sum: 1 } } }])).toEqual([
      { _id: 'gone', n: 2 },
    ]);
    expect((await Click.findOneAndUpdate({}, { button: 'right' }, { returnDocument: 'after' }))?.button).toBe(
      'right',
    );
    expect((await Click.deleteMany()).deletedCount).toBe(1);
    expect(await Event.countDocuments()).toBe(3);
  });

  it('are embedded in arrays, and found and updated by kind', async () => {
    const shape = new Schema({ name: String }, { discriminatorKey: 'kind', _id: false });
    const schema = new Schema({ shapes: [shape] });
    schema
      .path<Schema.Types.DocumentArray>('shapes')
      .discriminator('Circle', new Schema({ r: Number }, { _id: false }));
    schema
      .path<Schema.Types.DocumentArray>('shapes')
      .discriminator('Square', new Schema({ a: Number }, { _id: false }));
    const Drawing = db().model('Drawing', schema);
    await Drawing.create({
      shapes: [
        { kind: 'Circle', r: 1 },
        { kind: 'Square', a: 2 },
      ],
    });
    await Drawing.updateOne({ 'shapes.kind': 'Square' }, { $set: { 'shapes.$.a': 7 } });
    const drawing = await Drawing.findOne({ shapes: { $elemMatch: { kind: 'Square', a: 7 } } }).lean();
    expect(drawing?.shapes).toEqual([
      { kind: 'Circle', r: 1 },
      { kind: 'Square', a: 7 },
    ]);
  });
});

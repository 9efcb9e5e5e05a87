// The usual implementation: Express, Mongoose documents, skip/limit or $sample, populate.
import express from 'express';
import mongoose, { Schema } from 'mongoose';

const userSchema = new Schema(
  { userName: String, fullName: String, profilepic: String },
  { collection: 'users' },
);
const postSchema = new Schema(
  {
    user: { type: Schema.Types.ObjectId, ref: 'User' },
    title: String,
    description: String,
    location: String,
    media: [
      {
        _id: false,
        url: String,
        kind: String,
        alt: String,
        width: Number,
        height: Number,
        placeholder: String,
        poster: String,
      },
    ],
    tags: [String],
    hidden: Boolean,
    createdAt: Date,
    editedAt: Date,
    views: Number,
    likes: Number,
    dislikes: Number,
    shares: Number,
    saves: Number,
    commentsCount: Number,
  },
  { collection: 'posts' },
);
const User = mongoose.model('User', userSchema);
const Post = mongoose.model('Post', postSchema);
const AUTHOR = 'userName fullName profilepic';

await mongoose.connect(process.env['MONGODB_URI'] ?? '', {
  autoIndex: false,
  autoCreate: false,
  maxPoolSize: 50,
});
await User.findOne();

const app = express();
app.get('/skip', async (req, res) => {
  const page = Number(req.query['page'] ?? 1);
  const data = await Post.find({ hidden: false })
    .sort({ createdAt: -1, _id: -1 })
    .skip((page - 1) * 20)
    .limit(20)
    .populate('user', AUTHOR);
  res.json({ success: true, data });
});
app.get('/sample', async (_req, res) => {
  const sampled = await Post.aggregate<Record<string, unknown>>([{ $sample: { size: 20 } }]);
  const data = await Post.populate(
    sampled.map((post) => Post.hydrate(post)),
    { path: 'user', select: AUTHOR },
  );
  res.json({ success: true, data });
});
app.listen(Number(process.env['PORT']), '127.0.0.1');
